import type { Fault } from '../change.ts';
import { refusal } from '../refusal.ts';
import { crash } from './tools.ts';

const PICTOGRAM = /\p{Extended_Pictographic}/u;

/** A fault that alters names on their way in, in the answer and in the store alike. */
const renames = (name: string, story: string, rename: (name: string) => string): Fault => ({
  name,
  story,
  violates: ['create.echo'],
  change: (rules) => ({ readName: (value) => rename(rules.readName(value)) }),
});

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export const createNameFaults: readonly Fault[] = [
  renames('name-trimmed', 'A form helper trims every text.', (name) => name.trim()),
  renames('name-spaces-collapsed', 'Runs of white space become one space, as in HTML.', (name) =>
    name.replace(/(\S)\s{2,}(?=\S)/gu, '$1 '),
  ),
  renames('name-percent-decoded-whole', 'Names are decoded as in a query, where that is possible.', (name) => {
    try {
      return decodeURIComponent(name);
    } catch {
      return name;
    }
  }),
  renames('name-composed', 'Names are normalised to NFC before they are stored.', (name) => name.normalize('NFC')),
  renames('name-html-escaped', 'Names are escaped for HTML on the way in instead of on the way out.', escapeHtml),
  renames('name-cut-at-200', 'The column holds 200 characters and the database cuts silently.', (name) =>
    [...name].slice(0, 200).join(''),
  ),
  renames('name-cut-at-128-units', 'Names are cut at 128 UTF-16 units, in the middle of an emoji if need be.', (name) =>
    name.slice(0, 128).replace(/[\ud800-\udbff]$/, '\ufffd'),
  ),
  renames('name-backslashes-dropped', 'Backslashes are stripped once more than they were added.', (name) =>
    name.replaceAll('\\', ''),
  ),
  renames(
    'name-quotes-doubled',
    'Single and double quotes are doubled for SQL although parameters are bound.',
    (name) => name.replace(/['"]/g, '$&$&'),
  ),
  renames('name-in-the-basic-plane', 'The character set of the table holds no character beyond 16 bits.', (name) =>
    name.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  ),
  renames('name-in-latin-1', 'Names are stored in a table of one byte per character.', (name) =>
    name.replace(/[\u{100}-\u{10ffff}]/gu, '?'),
  ),
  {
    name: 'emoji-crashes',
    story: 'An emoji in a name is more than the database driver can take.',
    violates: ['create.echo', 'errors.no-5xx'],
    change: (rules) => ({
      readName: (value) => {
        const name = rules.readName(value);
        return PICTOGRAM.test(name) ? crash() : name;
      },
    }),
  },
  {
    name: 'quotes-refused',
    story: 'A filter against SQL injection refuses names with quotes.',
    violates: ['create.echo'],
    change: (rules) => ({
      readName: (value) => {
        const name = rules.readName(value);
        if (/['"]/.test(name)) throw refusal('invalidPet', { message: 'name holds a forbidden character.' });
        return name;
      },
    }),
  },
  {
    name: 'category-zero-refused',
    story: 'A truthiness check takes category 0 for a category that is missing.',
    violates: ['create.echo'],
    change: (rules) => ({
      readCategoryId: (value) => {
        if (value === 0n) throw refusal('invalidPet', { message: 'categoryId is required.' });
        return rules.readCategoryId(value);
      },
    }),
  },
  {
    name: 'foreign-name-loses-status',
    story: 'A name beyond ASCII takes another path through the code, and that one forgets the status.',
    violates: ['create.with-status'],
    change: (rules) => {
      let foreign = false;
      return {
        readName: (value) => {
          const name = rules.readName(value);
          foreign = /[^\u0020-\u007e]/u.test(name);
          return name;
        },
        readStatus: (value) => {
          const status = rules.readStatus(value);
          return foreign ? undefined : status;
        },
      };
    },
  },
];
