import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isInt64, isInteger } from './exact-json.ts';

type Validator = (value: unknown) => string | undefined;

/** The schemas are our own, and tests check them: to do so at every start would take ten times as long as the rest. */
const TRUSTED = { meta: false, validateSchema: false };

/** Validators for the named types, which may refer to each other. Integers are exact. */
export function compileSchema(names: readonly string[]): { problemOf(name: string): Validator } {
  const ajv = new Ajv2020({ ...TRUSTED, strict: false, validateFormats: false });
  ajv.addKeyword({ keyword: 'exactInteger', validate: (_schema: boolean, value: unknown) => isInteger(value) });
  ajv.addKeyword({ keyword: 'int64', validate: (_schema: boolean, value: unknown) => isInt64(value) });
  for (const name of names) ajv.addSchema(exactIntegers(read(name)) as object);
  return {
    problemOf: (name) => {
      let validate: ValidateFunction | undefined;
      return (value) => {
        validate ??= ajv.getSchema(`${name}.schema.json`);
        if (!validate) throw new Error(`The schema ${name} is missing.`);
        return validate(value) ? undefined : sentence(validate.errors?.[0]);
      };
    },
  };
}

function sentence(error: ErrorObject | undefined): string {
  if (!error) return 'is not valid';
  const field = error.instancePath.slice(1).replaceAll('/', '.');
  const subject = field === '' ? 'it' : field;
  if (error.keyword === 'int64') return `${subject} is not an integer in int64`;
  if (error.keyword === 'exactInteger') return `${subject} is not an integer`;
  if (error.keyword === 'required') return `${String(error.params.missingProperty)} is missing`;
  if (error.keyword === 'enum') return `${subject} is none of the allowed values`;
  return `${subject} ${error.message ?? 'is not valid'}`;
}

/** ajv does not accept a BigInt as integer and has no int64; our two keywords do. */
function exactIntegers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(exactIntegers);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, exactIntegers(value)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(entries);
  if (copy.type !== 'integer') return copy;
  const { type, format, ...rest } = copy;
  return { ...rest, [format === 'int64' ? 'int64' : 'exactInteger']: type === 'integer' };
}

/** The schema of a file, compiled on first use: that takes longer than loading all the rest. */
export function fileSchema<T>(name: string): () => ValidateFunction<T> {
  let validate: ValidateFunction<T> | undefined;
  return () => {
    if (validate) return validate;
    const fileAjv = new Ajv2020(TRUSTED);
    addFormats.default(fileAjv);
    validate = fileAjv.compile<T>(read(name));
    return validate;
  };
}

function read(name: string): AnySchemaObject {
  return JSON.parse(readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'));
}
