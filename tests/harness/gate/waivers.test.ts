import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../../harness/basics/usage-error.ts';
import { parseWaivers } from '../../../harness/gate/waivers.ts';

const IDS = ['auth.accepted', 'list.complete', 'list.ok', 'history.agrees'];

describe('a file of waivers', () => {
  const YAML = `waivers:
  - id: list.ok
    reason: It is fixed next week.
    owner: the pets team
    until: 2026-12-31
    fingerprint: f0123456789a
`;

  test('is YAML or JSON', () => {
    const expected = [
      {
        id: 'list.ok',
        reason: 'It is fixed next week.',
        owner: 'the pets team',
        until: '2026-12-31',
        fingerprint: 'f0123456789a',
      },
    ];
    expect(parseWaivers(YAML, 'w.yaml', IDS)).toMatchObject(expected);
    expect(parseWaivers(JSON.stringify({ waivers: expected }), 'w.json', IDS)).toMatchObject(expected);
    expect(parseWaivers('waivers: []', 'w.yaml', IDS)).toEqual([]);
  });

  test('may name several requirements in one waiver, and one requirement in two with other fingerprints', () => {
    const several = YAML.replace('id: list.ok', 'requirements: [list.ok, list.complete]');
    const other = several.slice(several.indexOf('  - ')).replace('f0123456789a', '[f1, f2]');
    expect(parseWaivers(`${several}${other}`, 'w.yaml', IDS)).toMatchObject([
      { requirements: ['list.ok', 'list.complete'], fingerprint: 'f0123456789a' },
      { requirements: ['list.ok', 'list.complete'], fingerprint: ['f1', 'f2'] },
    ]);
  });

  test('has a line for each waiver', () => {
    const placesIn = (text: string) => parseWaivers(text, 'w.yaml', IDS).map(({ place }) => place);
    const another = YAML.slice(YAML.indexOf('  - id')).replace('list.ok', 'list.complete');
    expect(placesIn(`${YAML}# Accepted later.\n${another}`)).toEqual([
      { file: 'w.yaml', line: 2 },
      { file: 'w.yaml', line: 8 },
    ]);
    const json = JSON.stringify({ waivers: parseWaivers(YAML, 'w.json', IDS).map(({ place, ...waiver }) => waiver) });
    expect(placesIn(json)).toEqual([{ file: 'w.yaml', line: 1 }]);
  });

  const NO_FILE = 'w.yaml is not a file of waivers: start one with petstore-conformance waivers init report.json.';
  test.each([
    [
      'an unknown id',
      YAML.replace('list.ok', 'list.okay'),
      'w.yaml waives "list.okay", which is not a requirement that can fail: did you mean list.ok?',
    ],
    [
      'a glob',
      YAML.replace('list.ok', '"list.*"'),
      'w.yaml waives "list.*". A waiver names requirements; globs are not allowed: name each requirement.',
    ],
    [
      'an id like no other',
      YAML.replace('list.ok', 'zzzzzzzzzz'),
      'w.yaml waives "zzzzzzzzzz", which is not a requirement that can fail: choose from petstore-conformance list.',
    ],
    [
      'a field that is missing',
      YAML.replace(/ +owner.*\n/, ''),
      'w.yaml has no owner in the waiver of list.ok: add it.',
    ],
    [
      'an id that is missing',
      YAML.replace('id: list.ok\n    ', ''),
      'w.yaml needs either id or requirements in waiver 1: write one of them.',
    ],
    [
      'an id and requirements',
      YAML.replace('owner:', 'requirements: [list.complete]\n    owner:'),
      'w.yaml needs either id or requirements in the waiver of list.complete: write one of them.',
    ],
    [
      'an unknown id among several',
      YAML.replace('id: list.ok', 'requirements: [list.ok, list.okay]'),
      'w.yaml waives "list.okay", which is not a requirement that can fail: did you mean list.ok?',
    ],
    [
      'an empty field',
      YAML.replace('the pets team', '""'),
      'w.yaml has an empty or invalid owner in the waiver of list.ok: fill it in as text.',
    ],
    [
      'a blank field',
      YAML.replace('the pets team', '"  "'),
      'w.yaml has an empty or invalid owner in the waiver of list.ok: fill it in as text.',
    ],
    [
      'nothing after the colon',
      YAML.replace('It is fixed next week.', ''),
      'w.yaml has an empty or invalid reason in the waiver of list.ok: fill it in as text.',
    ],
    [
      'no date',
      YAML.replace('2026-12-31', 'soon'),
      'w.yaml has an invalid date in the waiver of list.ok: write until as YYYY-MM-DD.',
    ],
    [
      'a day that does not exist',
      YAML.replace('2026-12-31', '2026-02-30'),
      'w.yaml has an invalid date in the waiver of list.ok: write until as YYYY-MM-DD.',
    ],
    [
      'a time',
      YAML.replace('2026-12-31', '2026-12-31T10:00:00Z'),
      'w.yaml has an invalid date in the waiver of list.ok: write until as YYYY-MM-DD.',
    ],
    [
      'a field too many',
      YAML.replace('owner', 'ovner: x\n    owner'),
      'w.yaml has an unknown field in the waiver of list.ok: remove ovner.',
    ],
    [
      'the same id twice',
      `${YAML}${YAML.replace('waivers:\n', '')}`,
      'w.yaml waives list.ok twice: keep one of the two, or name other fingerprints in each.',
    ],
    ['nothing', '', NO_FILE],
    ['a list', '- list.ok', NO_FILE],
    ['another file', '{"verdict":"violating"}', NO_FILE],
    ['text', 'waive everything', NO_FILE],
  ])('with %s is refused in one sentence', (_case, text, sentence) => {
    expect(() => parseWaivers(text, 'w.yaml', IDS)).toThrow(new UsageError(sentence));
  });

  test.each([
    ['no YAML', 'waivers: [}'],
    ['no JSON', '{"waivers": [}'],
    ['an alias of nothing', 'waivers: *nothing'],
    ['two documents', `${YAML}---\n${YAML}`],
    [
      'aliases that multiply',
      `a: &a [1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nwaivers: [*c,*c,*c,*c]`,
    ],
  ])('that is %s is refused in one sentence', (_case, text) => {
    expect(() => parseWaivers(text, 'w.yaml', IDS)).toThrow(
      /^w\.yaml is neither YAML nor JSON( in line \d+)?: [^\n]+\.$/,
    );
  });

  test('is described by a schema that asks for what is asked for here', () => {
    const schema = JSON.parse(readFileSync(new URL('../../../schemas/waivers.schema.json', import.meta.url), 'utf8'));
    expect(schema.properties.waivers.items.required).toEqual(['reason', 'owner', 'until']);
  });
});
