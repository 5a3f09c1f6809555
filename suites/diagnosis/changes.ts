import { INT64_MAX, INT64_MIN, identityOf, isInteger, isObject } from '../../harness/json/exact-json.ts';
import type { Violation } from '../decisions/findings.ts';
import type { Reading } from '../reading/reading.ts';
import type { RequirementId } from '../requirements/index.ts';
import type { World } from '../world/world.ts';

/** What became of a pet, or of a body that should have been refused. */
export function changesIn({ reading, petId, changed, id, earlier }: Violation, world: World): readonly string[] {
  const { asked, pets = [], ids, json } = reading;
  if (earlier) return [`after ${earlier.status} on ${earlier.asked.operation}`];
  if (asked.operation === 'createPet') {
    if (changed === undefined || !asked.sent) return storedAs(reading, id, world);
    const given = isObject(json) ? json[changed] : undefined;
    return named(changed, asked.sent[changed as keyof typeof asked.sent], given);
  }
  if (changed === undefined || petId === undefined) return shownPet(reading, petId, id);
  const own = world.pets.get(petId)?.pet;
  const given = asked.operation === 'getPet' ? pets[0] : pets[ids.indexOf(petId)];
  return named(changed, own?.[changed as keyof typeof own], given?.[changed]);
}

const named = (field: string, before: unknown, after: unknown) =>
  changesOf(before, after).map((change) => `${field} ${change}`);

/** What the service made of a creation that it should have refused, or refused wrongly. */
function storedAs({ json, status, asked, isSuccess }: Reading, id: RequirementId, { pages }: World): readonly string[] {
  if (!id.startsWith('create.')) return [];
  const name = asked.sent?.name;
  if (!isSuccess && name !== undefined && (status === 0 || status >= 400))
    return [pages.some(({ pets = [] }) => pets.some((pet) => pet.name === name)) ? 'stored' : 'not stored'];
  if (status >= 400 || !isObject(json)) return [];
  if (/status/.test(id)) return [`stored status ${json.status ?? 'none'}`];
  const { categoryId } = json;
  const isPlaceholder = isInteger(categoryId) && categoryId >= 0 && categoryId < 2;
  const isMarked = /^conformance-/.test(String(json.name));
  return [
    `stored name ${typeof json.name === 'string' && !isMarked ? JSON.stringify(json.name).slice(0, 20) : kindOf(json.name)}`,
    `stored category ${isPlaceholder ? categoryId : kindOf(categoryId)}`,
  ];
}

/** Which pet was shown where another one, or none, was expected. */
function shownPet({ asked, json, pets = [], ids, request }: Reading, petId: string | undefined, id: RequirementId) {
  if (asked.operation === 'getPet') {
    if (!isObject(json) || json.id === undefined) return [];
    return [request.path.endsWith(`/${identityOf(json.id)}`) ? 'the id asked for' : 'another id'];
  }
  if (petId === undefined) return [];
  const at = ids.indexOf(petId);
  if (id === 'list.status.only') return [`shows ${pets[at]?.status ?? 'no status'} under ${asked.page?.filter}`];
  if (id !== 'list.unique') return [];
  return [at === 0 ? 'the first twice' : at >= ids.length - 2 ? 'the last twice' : 'another twice'];
}

/** How a value became another one, in words that many pairs of values share. */
export function changesOf(before: unknown, after: unknown): readonly string[] {
  if (after === undefined) return ['is lost'];
  if (before === undefined) return [`appears as ${isText(after) ? after : kindOf(after)}`];
  if (isText(before) && isText(after)) return textChanges(before, after);
  if (isInteger(before) && isInteger(after)) return namesOf(NUMBER_CHANGES, BigInt(before), BigInt(after));
  return [`becomes ${kindOf(after)}`];
}

export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return isInteger(value) ? 'an integer' : `a ${typeof value}`;
}

const isText = (value: unknown): value is string => typeof value === 'string';

type Changes<T> = Readonly<Record<string, (before: T, after: T) => boolean>>;

function namesOf<T>(changes: Changes<T>, before: T, after: T): readonly string[] {
  const names = Object.keys(changes).filter((name) => changes[name]?.(before, after));
  return names.length > 0 ? names : ['is another value'];
}

const NUMBER_CHANGES: Changes<bigint> = {
  'is rounded to a double': (before, after) => after === BigInt(Number(before)),
  'keeps 32 bits': (before, after) => after === BigInt.asIntN(32, before) || after === BigInt.asUintN(32, before),
  'keeps 53 bits': (before, after) => after === BigInt.asUintN(53, before) || after === before % 2n ** 53n,
  'wraps at 64 bits': (before, after) => after === BigInt.asIntN(64, before) && after !== before,
  'stops at the range': (before, after) => (after === INT64_MAX || after === INT64_MIN) && after !== before,
  'loses its sign': (before, after) => before < 0n && after === -before,
  'loses zeros': (before, after) => String(before).replace(/0+$/, '').startsWith(String(after).replace(/0+$/, '')),
  'becomes 1': (_before, after) => after === 1n,
  'becomes 0': (_before, after) => after === 0n,
  'becomes a neighbour': (before, after) => after - before < 2000n && before - after < 2000n,
};

const TEXT_CHANGES: Changes<string> = {
  'loses white space at its ends': (before, after) => after === before.trim(),
  'loses white space at its start': (before, after) => after === before.trimStart(),
  'loses white space at its end': (before, after) => after === before.trimEnd(),
  'becomes lower case': (before, after) => after === before.toLowerCase(),
  'becomes upper case': (before, after) => after === before.toUpperCase(),
  'is composed': (before, after) => after === before.normalize('NFC'),
  'is decomposed': (before, after) => after === before.normalize('NFD'),
  'is composed to plain forms': (before, after) => after === before.normalize('NFKC'),
  'becomes empty': (_before, after) => after === '',
  'is cut': (before, after) => after !== '' && before.startsWith(after),
  'loses its start': (before, after) => after !== '' && before.endsWith(after),
};

function textChanges(before: string, after: string): readonly string[] {
  const names = Object.keys(TEXT_CHANGES).filter((name) => TEXT_CHANGES[name]?.(before, after));
  const length = names.includes('is cut') ? [`is cut to ${lengthOf(before, after)}`] : [];
  const replaced = names.includes('is cut') ? [] : replacementsIn(before, after);
  return [...names, ...length, ...replaced];
}

/** Columns count characters, bytes or UTF-16 units: the round number among the three. */
function lengthOf(before: string, after: string): string {
  const lengths = { characters: [...after].length, bytes: Buffer.byteLength(after), units: after.length };
  const round = Object.entries(lengths).find(([, length]) => length % 8 === 0 || length === 255 || length % 10 === 0);
  const next = before.charAt(after.length);
  return round ? `${round[1]} ${round[0]}` : `the place before ${classOf(next)}`;
}

const LONGEST = 40;

/** What stands between the parts that both texts share, with letters and digits as classes. */
function replacementsIn(before: string, after: string): readonly string[] {
  const [from, to] = [[...before], [...after]];
  let start = 0;
  while (start < from.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const lost = new Set(from.slice(start, from.length - end).filter((character) => !after.includes(character)));
  const added = new Set(to.slice(start, to.length - end).filter((character) => !before.includes(character)));
  const classes = (characters: ReadonlySet<string>) =>
    [...new Set([...characters].map(classOf))].sort().join('').slice(0, LONGEST);
  if (lost.size === 0 && added.size === 0) return [to.length < from.length ? 'loses characters' : 'repeats characters'];
  return [...(lost.size > 0 ? [`loses ${classes(lost)}`] : []), ...(added.size > 0 ? [`gets ${classes(added)}`] : [])];
}

/** Punctuation and what is invisible are themselves; of other characters the Unicode category is enough. */
function classOf(character: string): string {
  if (/[a-z]/.test(character)) return 'a';
  if (/[A-Z]/.test(character)) return 'A';
  if (/\d/.test(character)) return '0';
  if (/[!-~\ufffd]/.test(character)) return character;
  if (/[\p{Cc}\p{Cf}]/u.test(character)) return `{U+${character.codePointAt(0)?.toString(16).toUpperCase()}}`;
  const categories = ['Lu', 'Ll', 'Lo', 'L', 'Mn', 'M', 'N', 'Pi', 'Pf', 'P', 'So', 'S', 'Zs', 'Z', 'Cs'];
  const category = categories.find((name) => new RegExp(`^\\p{${name}}`, 'u').test(character)) ?? 'C';
  return `{${category}}`;
}
