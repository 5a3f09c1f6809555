import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AnySchemaObject, ErrorObject } from 'ajv/dist/2020.js';
import { once } from '../basics/memoize.ts';
import { isInt64, isInteger, isObject, toJson } from './exact-json.ts';

/** From 1970 on; every sum of such moments and the length of a run is a date. */
const LATEST = Date.parse('9000-01-01T00:00:00Z');

/** Loaded on first use: most commands validate nothing. */
const validator = once(() => {
  const require = createRequire(import.meta.url);
  const { Ajv2020 }: typeof import('ajv/dist/2020.js') = require('ajv/dist/2020.js');
  const { default: addFormats }: typeof import('ajv-formats') = require('ajv-formats');
  // The schemas are our own, and tests check them: to do so at every start would take ten times as long as the rest.
  const ajv = new Ajv2020({ meta: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addKeyword({ keyword: 'exactInteger', validate: (_schema: boolean, value: unknown) => isInteger(value) });
  ajv.addFormat('moment', (text) => Date.parse(text) >= 0 && Date.parse(text) <= LATEST);
  ajv.addFormat('address', URL.canParse);
  ajv.addKeyword({ keyword: 'int64', validate: (_schema: boolean, value: unknown) => isInt64(value) });
  return ajv;
});

/** What is wrong with values of the named types, which may refer to each other. Integers are exact. */
export function compileSchema(names: readonly string[]) {
  const added = once(() => names.map((name) => validator().addSchema(read(name, withExactIntegers))));
  return {
    problemOf: (name: string) => (value: unknown) => {
      added();
      const error = errorIn(value, name);
      return error && sentence(error, value);
    },
  };
}

function sentence({ instancePath, keyword, params, message }: ErrorObject, whole: unknown): string {
  const path = instancePath.split('/').slice(1);
  const subject = path.join('.') || 'it';
  const given = inWords(path.reduce((value, field) => (isObject(value) ? value[field] : undefined), whole));
  if (keyword === 'int64') return `${subject} is ${given}, not an integer in int64`;
  if (keyword === 'exactInteger') return `${subject} is ${given}, not an integer`;
  if (keyword === 'required') return `${params.missingProperty} is missing`;
  if (keyword === 'type') return `${subject} is ${given}, not ${TYPES[params.type] ?? params.type}`;
  return keyword === 'enum' ? `${subject} is ${given}, which is not allowed` : `${subject} ${message}`;
}

const TYPES: Readonly<Record<string, string>> = { string: 'a string', object: 'an object' };
/** In characters. */
const LONGEST_GIVEN = 40;

function inWords(value: unknown): string {
  if (value === undefined) return 'absent';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = toJson(value);
  return text.length > LONGEST_GIVEN ? `a ${typeof value} of ${text.length} characters` : text;
}

/** ajv does not accept a BigInt as integer and has no int64; our two keywords do. */
function withExactIntegers(_key: string, schema: Partial<AnySchemaObject> | null): unknown {
  if (schema?.type !== 'integer') return schema;
  const { type: _type, format, ...rest } = schema;
  return { ...rest, [format === 'int64' ? 'int64' : 'exactInteger']: true };
}

/** The first error in a value. A schema is compiled on first use: that takes longer than loading all the rest. */
export function errorIn(value: unknown, name: string, part = ''): ErrorObject | undefined {
  const ajv = validator();
  const id = `${name}.schema.json`;
  if (!(id in ajv.schemas)) ajv.addSchema(read(name));
  return ajv.validate(`${id}${part}`, value) ? undefined : ajv.errors?.[0];
}

/** Whether a value, which may come from anywhere, is what a definition of a schema describes. */
export function isMadeOf<T>(value: unknown, name: string, definition: string): value is T {
  return errorIn(value, name, `#/$defs/${definition}`) === undefined;
}

function read(name: string, revive?: typeof withExactIntegers): AnySchemaObject {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'), revive);
}
