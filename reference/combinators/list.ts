import type { Alteration } from '../change.ts';
import type { Json } from '../json/value.ts';
import type { Pet, PetStatus, Request, View } from '../model.ts';
import { given } from './compose.ts';
import { onlyValue } from './requests.ts';
import { isStatus } from './sent.ts';

/** Reads another query than the one that was sent. */
export const limitQuery = given('readLimit');
export const filterQuery = given('readStatusFilter');

/** A regular expression, or anything else that knows a text. */
type Spelling = Pick<RegExp, 'test'>;

/** Reads a limit of this spelling in another way. */
export const limit =
  (spelling: Spelling, read: (text: string) => number): Alteration =>
  (rules) => ({
    readLimit: (query, request) => {
      const text = onlyValue(query, 'limit');
      return text !== undefined && spelling.test(text) ? read(text) : rules.readLimit(query, request);
    },
  });

export const defaultLimit =
  (size: number): Alteration =>
  (rules) => ({ readLimit: (query, request) => (query.has('limit') ? rules.readLimit(query, request) : size) });

/** Makes pages as long as another limit would make them. */
export const pageSize =
  (actual: (limit: number) => number): Alteration =>
  (rules) => ({
    page: (pets, view, request) => rules.page(pets, { ...view, limit: actual(view.limit) }, request),
  });

/** Makes pages of other pets: what matches goes in. */
export const matching =
  (choose: (pets: readonly Pet[], view: View) => readonly Pet[]): Alteration =>
  (rules) => ({ page: (pets, view, request) => rules.page(choose(pets, view), view, request) });

/** Alters the page once it is cut. */
export const page =
  (alter: (pets: readonly Pet[], view: View) => readonly Pet[]): Alteration =>
  (rules) => ({ page: (pets, view, request) => alter(rules.page(pets, view, request), view) });

/** Makes lists of other pets, or in another order. */
export const listed =
  (choose: (pets: readonly Pet[], view: View, random: () => number) => readonly Pet[]): Alteration =>
  (rules) => ({ listed: (store, view, request) => choose(rules.listed(store, view, request), view, rules.random) });

export const without = (isLeftOut: (pet: Pet) => boolean): Alteration =>
  listed((pets) => pets.filter((pet) => !isLeftOut(pet)));

/** Presents some lists in another form; undefined keeps the form. */
export const list =
  (present: (pets: readonly Json[], view: View) => Json | undefined): Alteration =>
  (rules) => ({
    presentList: (pets, view, request) => {
      const other = present(pets, view);
      return other === undefined ? rules.presentList(pets, view, request) : other;
    },
  });

/** Reads a filter that is not one of the three in another way; undefined is no filter. */
export const filter =
  (read: (text: string) => string | undefined): Alteration =>
  (rules) => ({
    readStatusFilter: (query, request) => {
      const text = onlyValue(query, 'status') ?? '';
      return text === '' || isStatus(text) ? rules.readStatusFilter(query, request) : read(text);
    },
  });

/** Shows more pets under a filter than those that have the status. */
export const letsThrough =
  (passes: (pet: Pet, status: string) => boolean): Alteration =>
  (rules) => ({ matches: (pet, status, request) => passes(pet, status) || rules.matches(pet, status, request) });

/** Finds pets under a text that is not a status. */
export const finds =
  (isMatch: (status: PetStatus, text: string) => boolean): Alteration =>
  (rules) => ({
    ...filter((text) => text)(rules),
    matches: (pet: Pet, text: string, request: Request) =>
      rules.matches(pet, text, request) || (!isStatus(text) && pet.status !== undefined && isMatch(pet.status, text)),
  });
