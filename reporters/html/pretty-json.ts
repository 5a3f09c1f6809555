const LONGEST_TEXT = 65_536;
const DEEPEST = 32;
const INDENT = '  ';
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Container {
  readonly open: string;
  readonly members: Member[];
}

interface Member {
  readonly key: string;
  readonly value: string | Container;
}

/**
 * Keeps every token as it was written, because digits beyond 2^53, `1.0`, escapes and duplicate keys matter. Short
 * records are on one line. Undefined for text that is not JSON, or too long or too deep.
 */
export function prettyJson(text: string, width: number): string | undefined {
  if (text.length > LONGEST_TEXT || !isJson(text)) return undefined;
  const value = treeOf(text.match(TOKENS) ?? []);
  return value === undefined ? undefined : layOut(value, '', '', width);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function treeOf(tokens: readonly string[]): Member['value'] | undefined {
  const root: Container = { open: '', members: [] };
  const open: Container[] = [root];
  let key = '';
  for (const [index, token] of tokens.entries()) {
    const inner = open.at(-1) ?? root;
    if (token === '}' || token === ']') {
      open.pop();
    } else if (tokens[index + 1] === ':') {
      key = `${token}: `;
    } else if (token !== ',' && token !== ':') {
      const value = token === '{' || token === '[' ? { open: token, members: [] } : token;
      inner.members.push({ key, value });
      key = '';
      if (typeof value !== 'string') open.push(value);
      if (open.length > DEEPEST) return undefined;
    }
  }
  return root.members[0]?.value;
}

function layOut(value: Member['value'], key: string, indent: string, width: number): string {
  const short = inOneLine(value);
  if (short !== undefined && indent.length + key.length + short.length <= width) return `${key}${short}`;
  if (typeof value === 'string') return `${key}${value}`;
  const inner = `${indent}${INDENT}`;
  const lines = value.members.map((member) => `${inner}${layOut(member.value, member.key, inner, width)}`);
  return `${key}${value.open}\n${lines.join(',\n')}\n${indent}${closeOf(value)}`;
}

/** Records of plain values are easiest to compare if each is one line. */
function inOneLine(value: Member['value']): string | undefined {
  if (typeof value === 'string') return value;
  if (value.members.some((member) => typeof member.value !== 'string' && member.value.members.length > 0))
    return undefined;
  const members = value.members.map((member) => `${member.key}${inOneLine(member.value)}`).join(', ');
  return `${value.open}${members}${closeOf(value)}`;
}

function closeOf({ open }: Container): string {
  return open === '{' ? '}' : ']';
}
