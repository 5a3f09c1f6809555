import { KINDS, type NewPet } from './model.ts';
import { nextId } from './operations.ts';
import type { Rules } from './rules.ts';
import type { Store } from './store.ts';

const NAMES = ['Rex', 'Mia', 'Björn', 'Zoë', '小花', 'O’Malley', 'Señor Whiskers', 'Луна', 'Ace "the cat"', 'Ōkami'];
/** Only so many pets cycle through the kinds: beyond the available ones, every kind stays visible on one page. */
const CYCLING = 40;
const CATEGORIES = 5;

/** Puts pets into the store as if they had been there before anyone asked. */
export function preload(rules: Rules, store: Store, count: number, everyStatus: boolean): void {
  for (let index = 0; index < count; index += 1) {
    store.keep({ id: nextId(rules, store), ...petAt(index, everyStatus) });
  }
}

function petAt(index: number, everyStatus: boolean): NewPet {
  const status = everyStatus || index < CYCLING ? KINDS[index % KINDS.length] : 'available';
  const name = `${NAMES[index % NAMES.length]} ${index + 1}`;
  const categoryId = BigInt((index % CATEGORIES) + 1);
  return status === undefined ? { name, categoryId } : { name, categoryId, status };
}
