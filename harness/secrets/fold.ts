import { DROPPED, type Spelling } from './views.ts';

const CODE_UNITS = 0x10000;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Spaces and what has no width: neither is part of a key that somebody reads in a text. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}]/gu;

/** Made once, as bodies of megabytes are folded by it. */
let codes: Int32Array | undefined;

/** Whatever may differ between a key and an echo of it: case, spaces, width, the alphabet of base64. */
export const FOLDED: Spelling = {
  all: folded,
  one: (code) => {
    codes ??= Int32Array.from({ length: CODE_UNITS }, (_, unit) => codeOf(folded(String.fromCharCode(unit))));
    return codes[code] ?? DROPPED;
  },
};

export function folded(text: string): string {
  const narrow = text.replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET));
  return narrow.replace(INVISIBLE, '').toLowerCase().replaceAll('-', '+').replaceAll('_', '/');
}

function codeOf(character: string): number {
  return character === '' ? DROPPED : character.charCodeAt(0);
}
