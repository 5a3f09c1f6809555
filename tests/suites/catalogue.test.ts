import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  areas,
  catalogue,
  type ObservationId,
  REQUIREMENTS,
  type RequirementId,
  type Row,
} from '../../suites/requirements/index.ts';
import { CITED, headingOf, UNCHECKED } from '../../suites/requirements/places.ts';

const must = [
  'auth.accepted',
  'auth.missing.listPets',
  'auth.missing.createPet',
  'auth.missing.getPet',
  'auth.invalid-key.listPets',
  'auth.invalid-key.createPet',
  'auth.invalid-key.getPet',
  'auth.wrong-scheme.listPets',
  'auth.wrong-scheme.createPet',
  'auth.wrong-scheme.getPet',
  'auth.malformed',
  'auth.header-only',
  'auth.no-effect',
  'list.ok',
  'list.limit.default',
  'list.limit.minimum',
  'list.limit.maximum',
  'list.limit.honoured',
  'list.limit.above-maximum',
  'list.limit.below-minimum',
  'list.limit.malformed',
  'list.status.only',
  'list.status.complete',
  'list.status.unknown',
  'list.status.with-limit',
  'list.complete',
  'list.unique',
  'create.minimal',
  'create.with-status',
  'create.echo',
  'create.int64',
  'create.id.int64',
  'create.id.unique',
  'create.missing-field',
  'create.wrong-type',
  'create.out-of-range',
  'create.bad-status',
  'create.bad-body',
  'create.invalid',
  'create.no-effect',
  'create.client-id',
  'get.found',
  'get.unknown',
  'get.invalid-id',
  'errors.shape.400',
  'errors.shape.401',
  'errors.shape.404',
  'errors.shape.other',
  'errors.status-matches.400',
  'errors.status-matches.401',
  'errors.status-matches.404',
  'errors.status-matches.other',
  'errors.documented-status',
  'errors.no-5xx',
  'body.content-type',
  'body.json',
  'body.pet-shape',
  'deprecation.still-served',
  'deprecation.replacement',
  'deprecation.date',
  'version.path',
  'history.agrees',
] as const;

const should = [
  'auth.challenge',
  'auth.scheme-case',
  'auth.first',
  'create.whitespace',
  'create.null-status',
  'create.lenient-body',
  'errors.informative',
  'errors.no-leak',
  'deprecation.announced',
  'deprecation.only-there',
] as const;

const info = [
  'observed.list-order',
  'observed.free-client-id',
  'observed.rate-limited',
  'observed.pagination',
  'observed.limits',
  'observed.filters',
  'observed.default-status',
  'observed.extra-fields-pet',
  'observed.extra-fields-error',
  'observed.unknown-fields',
  'observed.unknown-parameters',
  'observed.key-notations',
  'observed.names',
  'observed.categories',
  'observed.content-type-other',
  'observed.error-codes',
  'observed.undocumented',
  'observed.trailing-slash',
  'observed.id-spellings',
  'observed.interruptions',
  'observed.visibility',
  'observed.earlier-pets',
  'observed.latency',
] as const;

const areaOfPrefix: Readonly<Record<string, string>> = {
  body: 'errors',
  version: 'deprecation',
  observed: 'observations',
};

function areaNamedBy(id: string): string {
  const prefix = id.slice(0, id.indexOf('.'));
  return areaOfPrefix[prefix] ?? prefix;
}

const idsAtLevel = (level: Row['level']) => idsWhere((row) => row.level === level);

function idsWhere(isIt: (row: Row) => boolean): string[] {
  return catalogue.filter(isIt).map(({ id }) => id);
}

const isWholeSentence = (text: string) => /^\S+( \S+){3,}\.$/.test(text);

const areWholeSentences = (text: string) =>
  text.split(/(?<=\.) (?=[A-Z])/).every((sentence) => /^[A-Z]\S*( \S+){2,}\.$/.test(sentence));

const sentencesIn = (text: string) => text.split(/(?<=\.) (?=[A-Z])/).length;

describe('the catalogue', () => {
  it('holds every documented requirement at its level, and nothing else', () => {
    expect(idsAtLevel('MUST').sort()).toEqual([...must].sort());
    expect(idsAtLevel('SHOULD').sort()).toEqual([...should].sort());
    expect(idsAtLevel('INFO').sort()).toEqual([...info].sort());
    expect(REQUIREMENTS).toHaveLength(72);
  });

  it('derives the type of an id from its entries', () => {
    expectTypeOf<RequirementId>().toEqualTypeOf<(typeof must)[number] | (typeof should)[number]>();
    expectTypeOf<ObservationId>().toEqualTypeOf<(typeof info)[number]>();
  });

  it('names every requirement once, in the public form', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    expect(idsWhere(({ id }) => !/^[a-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(id))).toEqual([]);
  });

  it('keeps the areas together and in reading order', () => {
    const areasMet = catalogue.map(({ area }) => area).filter((area, index, all) => area !== all[index - 1]);
    expect(areasMet).toEqual(areas.map(({ id }) => id));
    expect(idsWhere(({ id, area }) => area !== areaNamedBy(id))).toEqual([]);
  });

  it('gives a requirement that ends in an operation that operation', () => {
    const perOperation = catalogue.filter(({ id }) => /\.(listPets|createPet|getPet)$/.test(id));
    expect(perOperation).toHaveLength(9);
    expect(perOperation.filter(({ id, operation }) => !id.endsWith(`.${operation}`))).toEqual([]);
  });
});

describe('the texts of the catalogue', () => {
  it('are whole sentences', () => {
    expect(idsWhere(({ statement }) => !isWholeSentence(statement))).toEqual([]);
    expect(idsWhere(({ checked }) => !isWholeSentence(checked))).toEqual([]);
    expect(idsWhere(({ level, usually = '' }) => level !== 'INFO' && !isWholeSentence(usually))).toEqual([]);
  });

  it('are brief', () => {
    expect(idsWhere(({ statement }) => statement.length >= 160 || sentencesIn(statement) > 1)).toEqual([]);
    expect(idsWhere(({ checked }) => sentencesIn(checked) > 3)).toEqual([]);
    expect(idsWhere(({ usually = '' }) => sentencesIn(usually) > 2)).toEqual([]);
  });

  it('state what holds without naming a level', () => {
    expect(idsWhere(({ statement }) => /\b(MUST|SHOULD|MAY|INFO)\b/.test(statement))).toEqual([]);
  });

  it('say where each requirement comes from', () => {
    expect(idsWhere(({ section }) => !/^\S.*[^.\s]$/.test(section))).toEqual([]);
  });

  it('name only requirements that exist', () => {
    const prefixes = new Set(catalogue.map(({ id }) => id.slice(0, id.indexOf('.'))));
    const known = new Set<string>(catalogue.map(({ id }) => id));
    const named = catalogue
      .flatMap(({ checked, usually }) => `${checked} ${usually}`.match(/\b[a-z]+(\.[a-z0-9-]+)+\b/g) ?? [])
      .filter((name) => prefixes.has(name.slice(0, name.indexOf('.'))));
    expect(named).toContain('errors.no-5xx');
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('the places of the document', () => {
  /** Every heading that says something, and what the interface builds on. */
  const HEADINGS = [
    'What the service does',
    'PetStatus',
    'NewPet',
    'Pet',
    'Pets',
    'Error',
    'States and transitions',
    'Endpoints',
    'GET /pets',
    'POST /pets',
    'GET /pets/{petId}',
    'Other operations',
    'Authentication',
    'Events',
    'Errors',
    'Limits',
    'Versioning',
    'Standards',
  ];

  it('are under its headings, and every heading has one', () => {
    const places = [...CITED, ...Object.keys(UNCHECKED)];
    expect([...new Set(places.map(headingOf))].sort()).toEqual(HEADINGS.toSorted());
    expect(new Set(places).size).toBe(places.length);
  });

  it('are each cited by a requirement', () => {
    const cited = new Set(REQUIREMENTS.flatMap(({ cites }) => cites));
    expect(CITED.filter((place) => !cited.has(place))).toEqual([]);
  });

  it('are what each requirement follows from, once each', () => {
    expect(idsWhere(({ level, cites }) => (level === 'INFO') !== (cites.length === 0))).toEqual([]);
    expect(idsWhere(({ cites }) => new Set(cites).size < cites.length)).toEqual([]);
  });

  it('that no run can check have a reason', () => {
    expect(Object.entries(UNCHECKED).filter(([place, why]) => place.endsWith('.') || !areWholeSentences(why))).toEqual(
      [],
    );
  });

  it('are what each observation names, or their heading is', () => {
    const headingIn = (section: string) => section.replace(/,.*| \(.*/g, '');
    expect(idsWhere(({ level, section }) => level === 'INFO' && !HEADINGS.includes(headingIn(section)))).toEqual([]);
  });

  it('of a MUST are not only standards', () => {
    const isStandard = (place: string) => headingOf(place) === 'Standards';
    const onlyStandards = REQUIREMENTS.filter(({ level, cites }) => level === 'MUST' && cites.every(isStandard));
    expect(onlyStandards.map(({ id }) => id)).toEqual([]);
  });
});
