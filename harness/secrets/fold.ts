import { DROPPED, type Spelling } from './views.ts';

const CODE_UNITS = 0x10000;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Spaces and characters without width, which a reader ignores. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;

/** A table, as bodies of megabytes are folded with it. */
let codes: Int32Array | undefined;

/** Removes what may differ between a key and its echo: case, spaces, width, the alphabet of base64. */
export const FOLDED: Spelling = {
  all: folded,
  one: (code) => {
    codes ??= Int32Array.from({ length: CODE_UNITS }, (_, unit) => {
      const character = folded(String.fromCharCode(unit));
      return character === '' ? DROPPED : character.charCodeAt(0);
    });
    return codes[code] ?? DROPPED;
  },
};

export function folded(text: string): string {
  const narrow = text.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET));
  return narrow.replace(INVISIBLE, '').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}
