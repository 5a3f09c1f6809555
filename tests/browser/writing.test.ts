import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Observation } from '../../harness/report/model.ts';
import { differenceOf } from '../../reporters/html/difference.ts';
import { bodyOf } from '../../reporters/html/exchange.ts';
import { renderHtml } from '../../reporters/html/index.ts';
import { html, shown, verbatim } from '../../reporters/html/markup.ts';
import { dark, GROUNDS, INKS, light } from '../../reporters/html/palette.ts';
import { prettyJson } from '../../reporters/html/pretty-json.ts';
import { latenciesIn } from '../../reporters/latency.ts';
import { fullReport, reportOf } from '../reporters/samples.ts';
import { contrastOf, LEAST_CONTRAST } from './contrast.ts';

describe('JSON is laid out', () => {
  test('with short records in a line each', () => {
    expect(prettyJson('[{"id":1,"name":"a"},{"id":2,"name":"a long name that needs its own lines"}]', 40)).toBe(
      '[\n  {"id": 1, "name": "a"},\n  {\n    "id": 2,\n    "name": "a long name that needs its own lines"\n  }\n]',
    );
  });

  test('with every token as it was written', () => {
    const text = '{"a":9223372036854775807,"a":1.0,"b":-1E+2,"c":"\\u0041\\"{}[],:","d":[],"e":{},"f":null}';
    expect(prettyJson(text, 500)?.replace(/([,:]) /g, '$1')).toBe(text);
    expect(prettyJson(text, 5)?.replace(/\n */g, '').replace(/: /g, ':')).toBe(text);
  });

  test('and means the same as before', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(100), (text, width) => {
        expect(JSON.parse(prettyJson(text, width) ?? '')).toEqual(JSON.parse(text));
      }),
    );
  });

  test.each(['', '{', '{"a":NaN}', '[1,]', 'text', '['.repeat(100_000), `${'['.repeat(60)}${']'.repeat(60)}`])(
    'only where that can be done (%#)',
    (text) => expect(prettyJson(text, 80)).toBeUndefined(),
  );
});

describe('a body', () => {
  test('that is long is cut in the middle, and its size is reported', () => {
    const body = `start${'🐈'.repeat(20_000)}end`;
    const text = bodyOf(body, 80).toString();
    expect(text.length).toBeLessThan(4_000);
    expect(text).toMatch(
      /^<pre>\nstart🐈+\n<span class="cut">… cut here: 40,008 characters in all …<\/span>\n🐈+end<\/pre>$/u,
    );
  });

  test('keeps the line break that it starts with', () => {
    expect(bodyOf('\n<', 80).toString()).toBe('<pre>\n\n&lt;</pre>');
  });

  test('may be missing', () => {
    expect(bodyOf(undefined, 80).toString()).toContain('no body');
  });
});

describe('the difference', () => {
  const marked = (expected: string, actual: string) => {
    const difference = differenceOf(expected, actual);
    const words = (pieces: typeof difference.expected) =>
      pieces.map(({ text, differs }) => (differs ? `[${text}]` : text)).join('');
    return [words(difference.expected), words(difference.actual)];
  };

  test.each([['categoryId 9007199254740993', 'categoryId 9007199254740992', '9007199254740993'.slice(0, -1)]])(
    'is one digit of a long number',
    (expected, actual, same) => {
      expect(marked(expected, actual)).toEqual([`categoryId ${same}[3]`, `categoryId ${same}[2]`]);
    },
  );

  test.each([
    ['status "available"', 'status absent', 'status ["available"]', 'status [absent]'],
    ['200 with 100 pets', '200 with 1 pet', '200 with [100] pet[s]', '200 with [1] pet'],
    ['exactly 20 pets', '10 pets', '[exactly 20] pets', '[10] pets'],
    ['the same', 'the same', 'the same', 'the same'],
    ['a 🐈 b', 'a 🐕 b', 'a [🐈] b', 'a [🐕] b'],
    ['a', '', 'a', ''],
  ])('between %j and %j', (expected, actual, left, right) => {
    expect(marked(expected, actual)).toEqual([left, right]);
  });

  test('is not marked where nearly all of it differs', () => {
    const actual = '200 with [{"id":1,"name":"a","categoryId":1,"status":"available"}]';
    expect(marked('status 401', actual)).toEqual(['status 401', actual]);
  });

  test('loses nothing, and is found in long texts too', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(text, text, (expected, actual) => {
        const difference = differenceOf(expected, actual);
        expect(difference.expected.map((piece) => piece.text).join('')).toBe(expected);
        expect(difference.actual.map((piece) => piece.text).join('')).toBe(actual);
      }),
    );
    const long = 'word '.repeat(2_000);
    expect(marked(long, `${long}more`)).toEqual([long, `${long}[more]`]);
  });
});

describe('markup', () => {
  test('comes from templates alone', () => {
    const object = { toString: () => '<i>' } as unknown as string;
    expect(html`<b title="${'"\'<&>'}">${['<', html`<br>`, 1, undefined, object]}</b>`.toString()).toBe(
      '<b title="&quot;&#39;&lt;&amp;&gt;">&lt;<br>1&lt;i&gt;</b>',
    );
  });

  test('shows what cannot be seen', () => {
    expect(shown('a\u202e\u0000<b\n\\u202e').toString()).toBe(
      'a<span class="unseen">\\u202e\\u0000</span>&lt;b\n\\u202e',
    );
  });

  test('keeps every character of an attribute that is read back', () => {
    expect(verbatim('a\r\n\t"\u202e').toString()).toBe('a&#13;&#10;&#9;&quot;\u202e');
  });
});

describe('latency', () => {
  const listPets = { operation: 'listPets', median: 11.2, p95: 25.2, p99: 27 };
  const sentence = 'listPets: median 11.2 ms, 95% 25.2 ms, 99% 27 ms';
  const observed = (data?: Observation['data']): Observation => ({
    id: 'observed.latency',
    statement: 'Latency',
    value: sentence,
    ...(data && { data }),
  });
  const pageWith = (observation: Observation) => renderHtml(reportOf([], { observations: [observation] }));

  test('is taken from the data, as far as it can be drawn', () => {
    const odd = [
      null,
      'listPets',
      { ...listPets, median: 30 },
      { ...listPets, p99: '27' },
      { ...listPets, p99: Number.POSITIVE_INFINITY },
      { ...listPets, operation: 1 },
    ];
    expect(latenciesIn([observed({ latencies: [listPets, ...odd] })])).toEqual([listPets]);
    expect(latenciesIn([observed({ latencies: listPets })])).toEqual([]);
    expect(latenciesIn([observed()])).toEqual([]);
  });

  test('has a plot only where there is data', () => {
    expect(pageWith(observed({ latencies: [listPets] }))).toContain('<table class="latency">');
    expect(pageWith(observed())).not.toContain('<table class="latency">');
    expect(pageWith({ ...observed({ latencies: [listPets] }), id: 'observed.order' })).not.toContain('class="latency"');
  });

  test('is escaped', () => {
    expect(pageWith(observed({ latencies: [{ ...listPets, operation: '<b>' }] }))).toContain(
      '<th scope="row">&lt;b&gt;</th>',
    );
  });
});

test('the same report gives the same page, and nothing in it names another place', () => {
  const page = renderHtml(fullReport);
  expect(renderHtml(structuredClone(fullReport))).toBe(page);
  expect(page).toMatch(/content="default-src 'none'; style-src 'sha256-[^ ']+'; script-src 'sha256-[^ ']+'; base-uri/);
  expect(page).not.toMatch(/(src|href)="(?!#)/);
});

test.each([
  ['light', light],
  ['dark', dark],
])('every ink of the %s scheme can be read on every ground', (_scheme, palette) => {
  const pairs = [
    ...INKS.flatMap((ink) => GROUNDS.map((ground) => [ink, ground] as const)),
    ['text', 'expected-tint'] as const,
    ['text', 'actual-tint'] as const,
  ];
  expect(pairs.filter(([ink, ground]) => contrastOf(palette[ink], palette[ground]) < LEAST_CONTRAST)).toEqual([]);
});
