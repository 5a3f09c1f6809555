import { isInt64 } from '../int64.ts';
import type { Pet } from '../model.ts';
import { refusal } from '../refusal.ts';
import type { Store } from '../store.ts';

/** More digits than this are zeros in front or not an int64; either way they are not worth converting. */
const LONGEST = 40;

export function readPetId(text: string): bigint {
  const id = text.length <= LONGEST && /^-?\d+$/.test(text) ? BigInt(text) : undefined;
  if (!isInt64(id)) throw refusal('invalidPetId');
  return id;
}

export function find(store: Store, id: bigint): Pet | undefined {
  return store.find(id);
}
