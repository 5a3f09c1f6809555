import { createHash } from 'node:crypto';
import { isObject, type JsonObject, jsonOf } from '../../harness/json/exact-json.ts';
import { petIn } from './timeline.ts';
import type { World } from './world.ts';

/** A pet of an earlier run, as the ledger lists it. */
export interface EarlierPet {
  readonly baseUrl: string;
  readonly run: string;
  readonly id: string;
  readonly name: string | undefined;
  /** Undefined if the ledger does not say what the service returned. */
  readonly fields: Readonly<Record<string, string | undefined>> | undefined;
}

/** The pets of earlier runs on this address that were not removed since. A ledger may have any content. */
export function earlierPets(lines: readonly string[], baseUrl: string): readonly EarlierPet[] {
  const pets = new Map<string, EarlierPet>();
  for (const line of lines) {
    const entry = jsonOf(line);
    const { run, id, name, categoryId, status, removed, redacted, baseUrl: address } = isObject(entry) ? entry : {};
    if (address !== baseUrl || typeof run !== 'string' || typeof id !== 'string' || !/^-?\d{1,19}$/.test(id)) continue;
    pets.delete(id);
    if (removed === true || (name !== undefined && typeof name !== 'string')) continue;
    if (redacted === true) {
      pets.set(id, { baseUrl, run, id, name: undefined, fields: undefined });
      continue;
    }
    const isWhole = typeof name === 'string' && typeof categoryId === 'string';
    const fields = isWhole ? { name, categoryId, status: typeof status === 'string' ? status : undefined } : undefined;
    pets.set(id, { baseUrl, run, id, name, fields });
  }
  return [...pets.values()];
}

const SAMPLE = 500;

/** The same ones every night, however long the ledger is. */
export function sampleOf(pets: readonly EarlierPet[]): readonly EarlierPet[] {
  const rank = ({ id }: EarlierPet) => createHash('sha256').update(id).digest('hex');
  const ranked = pets.filter(({ fields }) => fields).map((pet) => [rank(pet), pet] as const);
  return ranked
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, SAMPLE)
    .map(([, pet]) => pet);
}

/** Which of them the record shows, and what became of them. */
export function lookAt(pets: readonly EarlierPet[], world: World) {
  const seen: EarlierPet[] = [];
  const missing: string[] = [];
  const changed: string[] = [];
  for (const pet of pets) {
    const { pages, fetches } = world.timeline(pet.id);
    const [page, fetched] = [pages.at(-1), fetches.at(-1)];
    const listed = page && petIn(page, pet.id);
    const shown = listed ?? (fetched?.status === 200 && isObject(fetched.json) ? fetched.json : undefined);
    if (!shown && fetched?.status !== 404) continue;
    seen.push(pet);
    if (!shown) missing.push(pet.id);
    else if (!isUnchanged(pet, shown)) changed.push(pet.id);
  }
  return { seen, missing, changed };
}

/** The pets that the record shows or asks for, as a ledger lists them. Only those of the sample are compared. */
export function ledgerLines(
  pets: readonly EarlierPet[],
  sample: readonly EarlierPet[],
  { timelines }: World,
): readonly string[] {
  const compared = new Set(sample);
  const concerned = pets.filter(({ id }) => timelines.has(id));
  return concerned.map((pet) => {
    const { fields, ...identity } = pet;
    return JSON.stringify({ ...identity, ...(compared.has(pet) && fields) });
  });
}

function isUnchanged({ fields }: EarlierPet, shown: JsonObject): boolean {
  return Object.entries(fields ?? {}).every(([name, value]) => {
    const now = shown[name];
    return now === undefined || now === null ? value === undefined : String(now) === value;
  });
}
