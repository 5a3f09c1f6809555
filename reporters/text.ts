/** Lines of at most `width` characters, broken at spaces if possible. */
export function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ').flatMap((part) => chop(part, width))) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (lengthOf(joined) <= width) {
      current = joined;
    } else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

function chop(text: string, atMost: number): readonly string[] {
  const width = Math.max(1, atMost);
  const characters = [...text];
  const pieces: string[] = [];
  for (let start = 0; start < Math.max(characters.length, 1); start += width) {
    pieces.push(characters.slice(start, start + width).join(''));
  }
  return pieces;
}

export function cut(text: string, width: number): string {
  return lengthOf(text) <= width ? text : `${chop(text, width - 1)[0]}…`;
}

/** The lines in a column to the right of the label. */
export function beside(
  label: string,
  labelWidth: number,
  lines: readonly string[],
  style: (text: string) => string = (text) => text,
): readonly string[] {
  const gap = ' '.repeat(Math.max(1, labelWidth - lengthOf(label)));
  return lines.map((line, index) =>
    index === 0 ? `${style(label)}${gap}${line}` : `${' '.repeat(labelWidth)}${line}`,
  );
}

/** Texts in a column to the right of their labels. */
export function labelled(
  rows: readonly (readonly [label: string, text: string])[],
  width: number,
  labelWidth = longest(rows.map(([label]) => label)) + 2,
): readonly string[] {
  return rows.flatMap(([label, text]) => beside(label, labelWidth, wrap(text, width - labelWidth)));
}

/** Blocks of lines, with an empty line between them. */
export function paragraphs(blocks: readonly (readonly string[])[]): string {
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

export function indent(lines: readonly string[], by: number): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `${' '.repeat(by)}${line}`));
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - lengthOf(text)));
}

export function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(lengthOf));
}

export function lengthOf(text: string): number {
  return [...text].length;
}

export function count(number: number, singular: string): string {
  return `${number.toLocaleString('en')} ${singular}${number === 1 ? '' : 's'}`;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** "2026-11-15 02:09" */
export function minuteOf(moment: string): string {
  return moment.slice(0, 16).replace('T', ' ');
}
