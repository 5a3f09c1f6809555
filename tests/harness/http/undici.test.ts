import { createRequire } from 'node:module';
import * as undici from 'undici';
import { expect, test } from 'vitest';
import { loadParts } from '../../../harness/http/undici.ts';

const load = createRequire(import.meta.url);

test('the client of undici is loaded without the rest', () => {
  const loaded: string[] = [];
  const { Agent, Pool, buildConnector } = loadParts((path) => {
    loaded.push(path);
    return load(path);
  });
  expect({ Agent, Pool, buildConnector }).toEqual({
    Agent: undici.Agent,
    Pool: undici.Pool,
    buildConnector: undici.buildConnector,
  });
  expect(loaded).not.toContain('undici');
});

test('a version of undici that has its parts elsewhere is loaded as a whole', () => {
  const { Agent, Pool, buildConnector } = loadParts((path) => {
    if (path !== 'undici') throw new Error(`Cannot find module '${path}'`);
    return load(path);
  });
  expect([Agent, Pool, buildConnector]).toEqual([undici.Agent, undici.Pool, undici.buildConnector]);
});
