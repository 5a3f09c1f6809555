/** Half of a character, which only JavaScript takes for text. JSON.stringify writes it as an escape. */
const LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\u(d[89a-f][0-9a-f]{2})/g;

/** Characters that a terminal obeys or does not show: controls, direction marks, separators, non-characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** The few places where these can be: to search everything for them takes several times as long. */
const UNUSUAL = /[^ -~\n]+/g;

/**
 * JSON for files that other programs read. Strict parsers refuse the escape of a lone surrogate, so its backslash is
 * escaped too. Invisible characters are escaped and mean the same.
 */
export function jsonText(value: unknown, indent?: number): string {
  const written = JSON.stringify(value, undefined, indent);
  const text = written.includes('\\ud') ? written.replace(LONE_SURROGATE, '$1\\\\u$2') : written;
  return text.replace(UNUSUAL, (characters) => characters.replace(INVISIBLE, escaped));
}

function escaped(character: string): string {
  const units = character.split('');
  return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
