const ENTITIES: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** The source of an expression for a character, as it is or in an escape of JSON, of an address or of HTML. */
export function writtenAs(character: string): string {
  return `(?:${escapesOf(character)}|${literal(character)})`;
}

/** Where a character ends that begins at a place of a text: as it is, or in an escape. It may be both, as a backslash is. */
export function endsOf(character: string, text: string, at: number): readonly number[] {
  const plain = text.startsWith(character, at) ? [at + character.length] : [];
  // Most texts have no escape here.
  if (!OPENS.includes(text.charAt(at))) return plain;
  const expression = escapeAt(character);
  expression.lastIndex = at;
  return expression.test(text) ? [...plain, expression.lastIndex] : plain;
}

const OPENS = '\\%&+';

const expressions = new Map<string, RegExp>();

function escapeAt(character: string): RegExp {
  const expression = expressions.get(character) ?? new RegExp(escapesOf(character), 'y');
  expressions.set(character, expression);
  return expression;
}

function escapesOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const units = character.split('').map((unit) => `\\\\u${anyCase(unit.charCodeAt(0).toString(16).padStart(4, '0'))}`);
  const bytes = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`);
  const entity = ENTITIES[character];
  return [
    units.join(''),
    bytes.join(''),
    `&#0{0,6}${code};`,
    `&#[xX]0{0,6}${anyCase(code.toString(16))};`,
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...('"\\/'.includes(character) ? [`\\\\${literal(character)}`] : []),
    // In a form.
    ...(character === ' ' ? ['\\+'] : []),
  ].join('|');
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
