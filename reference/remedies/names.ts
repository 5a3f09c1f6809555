import type { RemedyRow } from './remedy.ts';

export const nameRemedies: readonly RemedyRow[] = [
  [
    'name-trimmed name-loses-trailing-spaces name-loses-leading-spaces name-with-plain-spaces-around get-trims-name',
    'Text is trimmed on the way in or out: a form helper, strip() in a validator, a CHAR column, a converter of the framework.',
    'Keep the name as it was sent; trim in the user interface that sends it.',
  ],
  [
    'name-spaces-collapsed name-with-plain-spaces name-with-plain-line-separators name-line-breaks-folded',
    'White space is normalised: replace(/\\s+/g, " "), split and join, a helper for HTML.',
    'Store the characters as they are; fold white space where the name is shown.',
  ],
  [
    'name-percent-decoded name-percent-decoded-whole name-plus-is-a-space',
    'The value is decoded as if it came from a URL or a form: decodeURIComponent, unquote_plus, URLDecoder.',
    'Decode what comes from a URL only; JSON has no such escapes.',
  ],
  [
    'name-composed name-decomposed get-composes-name name-compatibility-forms-replaced',
    'Names are passed through Unicode normalisation: normalize("NFC"), unicodedata.normalize, a file system or a search library.',
    'Store the name as it was sent, and keep a normalised copy for searching where one is needed.',
  ],
  [
    'name-html-escaped symbols-without-status-escaped',
    'Names are escaped for HTML when they are stored: htmlspecialchars, escapeHtml, a sanitizer middleware.',
    'Store plain text, and escape where a page is written.',
  ],
  [
    'name-entities-decoded name-tags-stripped name-templates-evaluated name-as-a-replacement name-formula-guarded name-sql-comment-cut quotes-refused name-quotes-doubled name-backslashes-dropped',
    'A filter against injection, or an evaluation as template, pattern or formula, changes the text: strip_tags, addslashes, replace with $ in the replacement.',
    'Bind parameters, escape on output, and store the name unchanged.',
  ],
  [
    'name-cut-at-nul nul-in-name-crashes',
    'A NUL ends a string in C and is refused in a text column of PostgreSQL.',
    'Refuse names with control characters with 400 before they reach the database.',
  ],
  [
    'name-cut-at-* short-name-cut-at-128-bytes long-names-of-sold-pets-cut escaped-names-of-available-pets-cut',
    'The column or the buffer is too short and the database cuts silently (MySQL without strict mode), or a length counts bytes, UTF-16 units or escapes instead of characters.',
    'Make the column wide enough (TEXT), or refuse longer names with 400; never cut.',
  ],
  [
    'name-in-the-basic-plane emoji-* name-in-latin-1 foreign-names-* accents-of-pending-pets-lost',
    'A character set on the way is too small: utf8 instead of utf8mb4 in MySQL, latin1, ASCII, or a decoder that is not UTF-8.',
    'Use UTF-8 from the socket to the table: utf8mb4 for table and connection, and an explicit UTF-8 decoder.',
  ],
  [
    'name-loses-* name-with-straight-quotes name-letters-folded',
    'Characters that look superfluous are removed or replaced: a slug or ASCII folding, a filter for invisible characters, toLowerCase and back.',
    'Store the name as it was sent; such a form belongs into a search index.',
  ],
  [
    'name-of-digits-loses-zeros name-like-a-float-rewritten name-of-null-emptied name-dates-rewritten',
    'Text that looks like another type is converted: a column without a type in SQLite, YAML or CSV in between, a spreadsheet, a loose cast.',
    'Declare the column and the field as text on the whole way.',
  ],
  [
    'names-of-one-letter-refused',
    'A validator asks for a minimum length that the specification does not have.',
    'Accept names of one character.',
  ],
  [
    'long-numbers-in-names-refused',
    'The JSON text is changed with a pattern before it is parsed, to save large numbers, and the pattern also matches inside strings.',
    'Use a parser that keeps large integers: json-bigint, UseNumber in Go, USE_BIG_INTEGER_FOR_INTS in Jackson.',
  ],
  [
    'long-name-crashes empty-name-crashes',
    'The length of the name is not checked before it is used: an index with a maximum size, name[0] of an empty text.',
    'Check the length first, and answer 400 for names that the service does not take.',
  ],
  [
    'name-in-capitals',
    'The name is changed for display when it is stored: toUpperCase().',
    'Store the name as it was sent, and change it where it is shown.',
  ],
  [
    'name-behind-the-category-unescaped-twice quotes-in-spaced-json-dropped',
    'One path through the code unescapes a string that the JSON parser has already unescaped.',
    'Parse the body once, with one parser, and use its strings as they are.',
  ],
  [
    'name-in-blocks-of-*',
    'The name is cut into blocks before it is encoded, so that a character of two UTF-16 units or several bytes falls into two blocks: slice() or substring() in JavaScript, Java and C#, a fixed buffer in C.',
    'Encode the whole text at once, or use a decoder that keeps the rest: TextDecoder with stream, CharsetEncoder, utf8.DecodeRune.',
  ],
  [
    'stacked-marks-dropped',
    'A filter against stacked marks ("Zalgo" text) keeps at most two combining marks on a letter, or a font library does.',
    'Keep the name as it is, and limit marks only where text is drawn.',
  ],
  [
    'name-starting-with-a-number',
    'The name is converted before it is stored, and the conversion reads as far as it can: parseInt() and parseFloat() in JavaScript, a numeric column in MySQL, (int) in PHP.',
    'Store the name in a text column, and never convert it.',
  ],
  [
    'name-starting-with-a-date',
    'The JSON library or the database recognises dates in text and keeps the date alone, as DateParseHandling in Newtonsoft.Json or a column without a fixed type do.',
    'Switch the recognition off (DateParseHandling.None), and store the name in a text column.',
  ],
];
