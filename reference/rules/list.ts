import type { Json } from '../json/value.ts';
import { type Pet, type Query, STATUSES, type View } from '../model.ts';
import { refusal } from '../refusal.ts';
import type { Store } from '../store.ts';

const DEFAULT_LIMIT = 20;
const MAXIMUM_LIMIT = 100;

export function readLimit(query: Query): number {
  const values = query.get('limit');
  if (values === undefined) return DEFAULT_LIMIT;
  const [text = ''] = values;
  const limit = Number(text);
  const acceptable = values.length === 1 && /^\d+$/.test(text) && limit >= 1 && limit <= MAXIMUM_LIMIT;
  if (!acceptable) throw refusal('invalidLimit');
  return limit;
}

export function readStatusFilter(query: Query): string | undefined {
  const values = query.get('status');
  if (values === undefined) return undefined;
  const known = STATUSES.find((status) => status === values[0]);
  if (known === undefined || values.length > 1) throw refusal('invalidStatus');
  return known;
}

export function listed(store: Store): readonly Pet[] {
  return store.all();
}

export function matches(pet: Pet, status: string): boolean {
  return pet.status === status;
}

export function page(pets: readonly Pet[], view: View): readonly Pet[] {
  return pets.slice(0, view.limit);
}

export function presentList(pets: readonly Json[]): Json {
  return pets;
}
