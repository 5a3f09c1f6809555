import { randomInt } from 'node:crypto';
import { parseHeader } from './header.ts';
import type { ProxySetting } from './network.ts';
import {
  asGiven,
  decimalNumber,
  type Parse,
  parseApiKey,
  parseBaseUrl,
  parseDate,
  parseHostAndPort,
  parseHostPattern,
  parseInt64,
  parseReporter,
  type ReporterChoice,
  wholeNumber,
} from './parsers.ts';
import { parseProxy } from './proxy.ts';
import { duration, last, lines, list, numeric, optional, type Setting, setting, several, toggle } from './setting.ts';

/** Stands for "read the key from standard input", which only the command can do. */
export const KEY_FROM_STDIN = '-';

export const DEFAULT_RUNS = 15;

const proxySetting: Parse<ProxySetting> = (text, name) => ({ url: parseProxy(text, name), variable: 'PETSTORE_PROXY' });

/** The settings of the network between the suite and the target. */
export const networkTable = {
  proxy: optional(proxySetting, {
    usage: '--proxy URL',
    description: 'HTTP proxy that every request goes through, such as http://user:password@proxy.example.com:3128.',
    default: 'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, unless the host is in NO_PROXY or is this machine',
  }),
  ca: optional(asGiven, {
    usage: '--ca FILE',
    description: 'PEM file of certificate authorities to trust, besides those that Node trusts.',
  }),
  clientCert: optional(asGiven, {
    usage: '--client-cert FILE',
    description: 'PEM file of the client certificate, for a server that asks for one; needs --client-key.',
  }),
  clientKey: optional(asGiven, {
    usage: '--client-key FILE',
    description: 'PEM file of the private key of the client certificate.',
  }),
  clientKeyPassphrase: optional(asGiven, {
    usage: 'PETSTORE_CLIENT_KEY_PASSPHRASE TEXT',
    description: 'Passphrase of the private key, if it has one.',
  }),
  insecure: toggle({
    usage: '--insecure',
    description: 'Do not verify the certificate of the server; every report carries a warning.',
  }),
  connectTo: optional(parseHostAndPort, {
    usage: '--connect-to HOST:PORT',
    description: 'Connect to this address instead of the host of the base URL, which stays in Host and in TLS.',
    default: 'the host of the base URL',
  }),
  headers: setting(
    {
      usage: '--header HEADER',
      variable: 'PETSTORE_HEADERS',
      description: 'Header to send with every request, as "Name: value"; repeat the flag, or write one on each line.',
    },
    () => [],
    lines(parseHeader),
  ),
};

const table = {
  baseUrl: optional(parseBaseUrl, {
    usage: '--base-url URL',
    description: 'Base URL of the server to check, with its version path, such as https://api.example.com/v1.',
    default: 'the embedded reference server, when no key is set either',
  }),
  apiKey: optional(parseApiKey, {
    usage: '--api-key KEY',
    description: 'API key that the server accepts as bearer token; a single hyphen reads it from standard input.',
  }),
  categoryIds: several(parseInt64, {
    usage: '--category-ids ID,ID',
    description: 'Categories that the server knows, where it refuses others; then no other category is sent.',
    default: 'any int64 is sent',
  }),
  reporters: setting<readonly ReporterChoice[]>(
    {
      usage: '--reporter NAME[=FILE]',
      variable: 'PETSTORE_REPORTERS',
      description: 'Report format, and the file to write instead of standard output. Repeatable.',
      default: 'terminal',
    },
    () => [{ name: 'terminal' }],
    list(parseReporter),
  ),
  only: several(asGiven, {
    usage: '--only ID|GLOB',
    description: 'Check only requirements whose id matches; * and ? are wildcards. Repeatable.',
    default: 'every requirement',
  }),
  skip: several(asGiven, {
    usage: '--skip ID|GLOB',
    description: 'Skip requirements whose id matches; * and ? are wildcards. Repeatable.',
  }),
  strict: toggle({ usage: '--strict', description: 'Fail the run on a failed SHOULD too.' }),
  requireAll: toggle({
    usage: '--require-all',
    description: 'Treat a MUST that is unobservable on this target as inconclusive (exit code 4).',
  }),
  readOnly: toggle({
    usage: '--read-only',
    description: 'Create no pets; requirements that need one are skipped.',
  }),
  readOnlyHosts: several(parseHostPattern, {
    usage: 'PETSTORE_READ_ONLY_HOSTS HOST|GLOB',
    description: 'Hosts that are never written to, whatever the flags say: names or patterns with * and ?.',
  }),
  knownIds: several(parseInt64, {
    usage: '--known-ids ID,ID',
    description: 'Ids of pets that exist on the server, for a read-only run to fetch.',
    default: 'those that the list shows',
  }),
  waivers: optional(asGiven, {
    usage: '--waivers FILE',
    description: 'YAML or JSON file with accepted failures; they do not fail the run until they expire.',
  }),
  baseline: optional(asGiven, {
    usage: '--baseline REPORT.json',
    description: 'Report of an earlier run; fail only on what is worse than in it.',
  }),
  repeat: numeric(wholeNumber(1, 100), '1', {
    usage: '--repeat N',
    description: 'Run N times and report outcomes that vary.',
  }),
  seed: setting(
    {
      usage: '--seed N',
      description: 'Random seed. Copy it from a report to reproduce a run.',
      default: 'random',
    },
    () => randomInt(2 ** 31),
    last(wholeNumber(-(2 ** 31), 2 ** 31 - 1)),
  ),
  runs: numeric(wholeNumber(1, 1000), String(DEFAULT_RUNS), {
    usage: '--runs N',
    description: 'Random inputs per property, from 1 to 1000.',
  }),
  maxCreates: numeric(wholeNumber(0, 100_000), '200', {
    usage: '--max-creates N',
    description: 'Maximum number of pets to create (they cannot be deleted).',
  }),
  maxBadCredentials: numeric(wholeNumber(0, 100_000), '120', {
    usage: '--max-bad-credentials N',
    description: 'Maximum number of requests with a missing or wrong key, for servers that lock clients out.',
  }),
  badCredentialPauseMs: duration(0, 600, '0', {
    usage: '--bad-credential-pause SECONDS',
    description: 'Minimum time in seconds between two requests with a missing or wrong key.',
  }),
  ledger: optional(asGiven, {
    usage: '--ledger FILE',
    description:
      'File that lists every pet created, as soon as it is; pets of earlier runs in it are recognised and looked at again.',
  }),
  maxRps: optional(decimalNumber(0.1, 10_000), {
    usage: '--max-rps N',
    description: 'Maximum requests per second, from 0.1 to 10000.',
    default: 'no limit',
  }),
  concurrency: numeric(wholeNumber(1, 100), '12', {
    usage: '--concurrency N',
    description: 'Maximum concurrent requests, from 1 to 100.',
  }),
  timeoutMs: duration(0.01, 600, '10', {
    usage: '--timeout SECONDS',
    description: 'Timeout of one request in seconds.',
  }),
  consistencyWindowMs: duration(0, 600, '2', {
    usage: '--consistency-window SECONDS',
    description: 'Maximum time in seconds until a created pet shows up in reads.',
  }),
  maxWaitMs: duration(0, 3600, '30', {
    usage: '--max-wait SECONDS',
    description: 'Maximum time in seconds to wait for a rate limit or an interruption to clear.',
  }),
  maxDurationMs: duration(1, 86_400, '600', {
    usage: '--max-duration SECONDS',
    description: 'Maximum duration of the whole run in seconds; what is not decided by then is inconclusive.',
  }),
  now: setting(
    {
      usage: '--now YYYY-MM-DD',
      description: 'Date that decides whether getPet may be gone and whether waivers have expired.',
      default: 'today in UTC',
    },
    () => new Date().toISOString().slice(0, 10),
    last(parseDate),
  ),
  ...networkTable,
};

type ValuesOf<Table> = { readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : never };

export type Settings = ValuesOf<typeof table>;
export type NetworkSettings = ValuesOf<typeof networkTable>;

export const settingTable: { readonly [Key in keyof Settings]: Setting<Settings[Key]> } = table;
export const settingKeys = Object.keys(settingTable) as readonly (keyof Settings)[];
