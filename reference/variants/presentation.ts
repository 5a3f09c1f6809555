import type { Variant } from '../change.ts';
import { type Json, membersOf, Verbatim } from '../json/value.ts';
import type { Refusal } from '../refusal.ts';

const typed = (name: string, type: string): Variant => ({
  name,
  story: `Bodies are announced as ${type}.`,
  change: (rules) => ({
    headers: (answer, request) => ({ ...rules.headers(answer, request), 'content-type': type }),
  }),
});

const written = (name: string, story: string, rewrite: (text: string) => string): Variant => ({
  name,
  story,
  change: (rules) => ({ write: (content, answer, request) => rewrite(rules.write(content, answer, request)) }),
});

/** Small integers written in another form of the same number. */
const numbers = (name: string, story: string, suffix: string): Variant => ({
  name,
  story,
  change: (rules) => ({
    presentPet: (pet, request) =>
      Object.fromEntries(
        Object.entries(rules.presentPet(pet, request)).map(([key, value]) => [key, inForm(value, suffix)]),
      ),
  }),
});

const inForm = (value: Json, suffix: string): Json =>
  typeof value === 'bigint' && value > -1_000_000n && value < 1_000_000n ? new Verbatim(`${value}${suffix}`) : value;

const coded = (name: string, story: string, codeOf: (refusal: Refusal, status: number) => string): Variant => ({
  name,
  story,
  change: (rules) => ({
    presentError: (refusal, status, request) => ({
      ...membersOf(rules.presentError(refusal, status, request)),
      code: codeOf(refusal, status),
    }),
  }),
});

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

function indented(text: string): string {
  let depth = 0;
  const line = () => `\n${'  '.repeat(depth)}`;
  return text.replace(TOKEN, (token) => {
    if (token === '{' || token === '[') depth += 1;
    if (token === '}' || token === ']') {
      depth -= 1;
      return `${line()}${token}`;
    }
    if (token === ':') return ': ';
    return '{[,'.includes(token) ? `${token}${line()}` : token;
  });
}

const escaped = (text: string): string =>
  text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The many forms that one answer can have. */
export const presentationVariants: readonly Variant[] = [
  written('json-indented', 'JSON is written for people, over many lines.', indented),
  written('json-escaped', 'Every character beyond ASCII is escaped.', escaped),
  written('json-slashes-escaped', 'Slashes are escaped, as some languages do.', (text) => text.replaceAll('/', '\\/')),
  written('json-in-white-space', 'JSON has white space around it.', (text) => `\r\n\t ${text} \n`),
  numbers('numbers-with-a-point', 'Integers are written like 1.0.', '.0'),
  numbers('numbers-with-an-exponent', 'Integers are written like 1e0.', 'e0'),
  {
    name: 'fields-in-reverse',
    story: 'The fields of a pet come in the reverse order.',
    change: (rules) => ({
      presentPet: (pet, request) => Object.fromEntries(Object.entries(rules.presentPet(pet, request)).reverse()),
    }),
  },
  {
    name: 'extra-fields-in-pets',
    story: 'A pet has more fields than are documented, null and nested ones too.',
    change: (rules) => ({
      presentPet: (pet, request) => ({
        createdAt: '2025-01-01T00:00:00Z',
        ...rules.presentPet(pet, request),
        tags: [],
        owner: null,
        category: { id: pet.categoryId, name: 'unnamed' },
      }),
    }),
  },
  {
    name: 'extra-fields-in-errors',
    story: 'An Error has more fields than are documented.',
    change: (rules) => ({
      presentError: (refusal, status, request) => ({
        timestamp: '2025-01-01T00:00:00Z',
        ...membersOf(rules.presentError(refusal, status, request)),
        details: [{ path: request.path, hint: null }],
      }),
    }),
  },
  {
    name: 'error-status-with-a-point',
    story: 'The status of an Error is written like 404.0.',
    change: (rules) => ({
      presentError: (refusal, status, request) => ({
        ...membersOf(rules.presentError(refusal, status, request)),
        status: new Verbatim(`${status}.0`),
      }),
    }),
  },
  coded('codes-in-capitals', 'Codes are written like PET_NOT_FOUND.', ({ code }) => code.toUpperCase()),
  coded('codes-by-status', 'Codes repeat the status: E404.', (_refusal, status) => `E${status}`),
  coded('codes-as-addresses', 'Codes are addresses.', ({ code }) => `urn:petstore:error:${code}`),
  coded('codes-with-spaces', 'Codes are words with spaces between them.', ({ code }) => code.replaceAll('_', ' ')),
  {
    name: 'messages-in-japanese',
    story: 'Messages are written in Japanese.',
    change: (rules) => ({
      presentError: (refusal, status, request) => ({
        ...membersOf(rules.presentError(refusal, status, request)),
        message: 'リクエストを処理できませんでした。',
      }),
    }),
  },
  typed('type-without-charset', 'application/json'),
  typed('type-in-odd-case', 'Application/JSON;Charset="UTF-8"'),
  typed('type-with-parameters', 'application/json ; profile="pets" ; version=1'),
];
