import { randomInt } from 'node:crypto';
import { parseHeader } from './header.ts';
import { parseBaseUrl, parseHostAndPort, parseHostPattern, parseProxy } from './hosts.ts';
import * as parsers from './parsers.ts';
import {
  commandWords,
  commaSeparated,
  duration,
  last,
  lineSeparated,
  numeric,
  optional,
  type Setting,
  setting,
  several,
  toggle,
} from './setting.ts';

const { asGiven, decimalNumber, parseApiKey, parseCommand, parseDate, parseInt64, parseReporter, wholeNumber } =
  parsers;

/** Stands for "read the key from standard input", which only the command can do. */
export const KEY_FROM_STDIN = '-';

const toTerminal = (): readonly parsers.ReporterChoice[] => [{ name: 'terminal' }];

/** Those of the network between the suite and the target. */
const networkTable = {
  proxy: optional(parseProxy, {
    topic: 'network',
    isNeverInFile: true,
    flag: 'proxy',
    placeholder: 'URL',
    default: 'HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, except for NO_PROXY and this machine',
    description: 'HTTP proxy that every request goes through, such as http://user:password@proxy.example.com:3128.',
  }),
  ca: optional(asGiven, {
    topic: 'network',
    isNeverInFile: true,
    flag: 'ca',
    placeholder: 'FILE',
    isPath: true,
    description: 'PEM file of certificate authorities to trust, besides those that Node trusts.',
  }),
  clientCert: optional(asGiven, {
    topic: 'network',
    isSecret: true,
    flag: 'client-cert',
    placeholder: 'FILE',
    isPath: true,
    description: 'PEM file of the client certificate, for a server that asks for one; needs --client-key.',
  }),
  clientKey: optional(asGiven, {
    topic: 'network',
    isSecret: true,
    flag: 'client-key',
    placeholder: 'FILE',
    isPath: true,
    description: 'PEM file of the private key of the client certificate.',
  }),
  clientKeyPassphrase: optional(asGiven, {
    topic: 'network',
    isSecret: true,
    variable: 'PETSTORE_CLIENT_KEY_PASSPHRASE',
    placeholder: 'TEXT',
    description: 'Passphrase of the private key, if it has one.',
  }),
  insecure: toggle({
    topic: 'network',
    inReplay: 'repeated',
    isNeverInFile: true,
    flag: 'insecure',
    description: 'Do not verify the certificate of the server; every report carries a warning.',
  }),
  connectTo: optional(parseHostAndPort, {
    topic: 'network',
    inReplay: 'repeated',
    isNeverInFile: true,
    flag: 'connect-to',
    placeholder: 'HOST:PORT',
    default: 'the host of the base URL',
    description: 'Connect to this address instead of the host of the base URL, which stays in Host and in TLS.',
  }),
  headers: setting(() => [], lineSeparated(parseHeader), {
    topic: 'network',
    isSecret: true,
    flag: 'header',
    variable: 'PETSTORE_HEADERS',
    placeholder: 'HEADER',
    description:
      'Header to send with every request, as "Name: value"; several are on lines of their own, or each has its own --header.',
  }),
};

const table = {
  baseUrl: optional(parseBaseUrl, {
    topic: 'target',
    isMostUsed: true,
    flag: 'base-url',
    placeholder: 'URL',
    default: 'the embedded reference server, when no key is set either',
    description: 'Base URL of the server to check, with its version path, such as https://api.example.com/v1.',
  }),
  apiKey: optional(parseApiKey, {
    topic: 'target',
    isMostUsed: true,
    isSecret: true,
    flag: 'api-key',
    placeholder: 'KEY',
    description: 'API key that the server accepts as bearer token; --api-key - reads it from standard input.',
  }),
  apiKeyFile: optional(asGiven, {
    topic: 'target',
    isOfCommand: true,
    isSecret: true,
    flag: 'api-key-file',
    placeholder: 'FILE',
    isPath: true,
    description: 'File whose first line is the API key, such as a mounted secret.',
  }),
  apiKeyCommand: commandWords(parseCommand, {
    topic: 'target',
    isSecret: true,
    isNeverInFile: true,
    flag: 'api-key-command',
    placeholder: 'COMMAND',
    description:
      'Command that prints the API key, such as "vault kv get -field=key secret/pets": words without quotes, or a JSON array. No shell reads it.',
  }),
  categoryIds: several(parseInt64, {
    topic: 'target',
    decidesRequests: true,
    decidesOutcomes: true,
    inReplay: 'repeated',
    flag: 'category-ids',
    placeholder: 'ID,ID',
    default: 'any int64 is sent',
    description:
      'Categories that the server knows, where it refuses others, separated by commas; then no other is sent.',
  }),
  reporters: setting(toTerminal, commaSeparated(parseReporter), {
    topic: 'reports',
    isMostUsed: true,
    isOfCommand: true,
    flag: 'reporter',
    variable: 'PETSTORE_REPORTERS',
    placeholder: 'NAME[=FILE],...',
    default: 'terminal',
    description: 'Report format, and the file to write instead of standard output; several are separated by commas.',
  }),
  only: several(asGiven, {
    topic: 'selection',
    isMostUsed: true,
    decidesRequests: true,
    decidesOutcomes: true,
    inReplay: 'of the report',
    flag: 'only',
    placeholder: 'ID,GLOB',
    default: 'every requirement',
    description:
      'Check only requirements whose id matches (* and ? are wildcards); several are separated by commas. It is not for sharding a run over jobs, because each job sends the controls again.',
  }),
  skip: several(asGiven, {
    topic: 'selection',
    decidesRequests: true,
    decidesOutcomes: true,
    inReplay: 'of the report',
    flag: 'skip',
    placeholder: 'ID,GLOB',
    description: 'Skip requirements whose id matches (* and ? are wildcards); several are separated by commas.',
  }),
  strict: toggle({
    topic: 'gate',
    isMostUsed: true,
    decidesOutcomes: true,
    flag: 'strict',
    description: 'Fail the run on a failed SHOULD too.',
  }),
  requireAll: toggle({
    topic: 'gate',
    decidesOutcomes: true,
    inReplay: 'without effect',
    flag: 'require-all',
    description: 'Treat a MUST that is skipped, or unobservable on this server, as inconclusive (exit code 4).',
  }),
  thorough: toggle({
    topic: 'selection',
    decidesRequests: true,
    decidesOutcomes: true,
    inReplay: 'of the report',
    flag: 'thorough',
    description: 'Send rare input values too, and every pair of common ones: at most 4,000 requests and 400 creations.',
  }),
  readOnly: toggle({
    topic: 'limits',
    isMostUsed: true,
    decidesRequests: true,
    decidesOutcomes: true,
    inReplay: 'repeated',
    flag: 'read-only',
    description: 'Create no pets; requirements that need one are skipped.',
  }),
  readOnlyHosts: several(parseHostPattern, {
    topic: 'limits',
    isOfCommand: true,
    variable: 'PETSTORE_READ_ONLY_HOSTS',
    placeholder: 'HOST,GLOB',
    description:
      'Hosts that are never written to, whatever the flags say: names or patterns with * and ?, separated by commas.',
  }),
  knownIds: several(parseInt64, {
    topic: 'target',
    decidesRequests: true,
    decidesOutcomes: true,
    inReplay: 'repeated',
    flag: 'known-ids',
    placeholder: 'ID,ID',
    default: 'those that the list shows',
    description: 'Ids of pets that exist on the server, for a read-only run to fetch, separated by commas.',
  }),
  waivers: optional(asGiven, {
    topic: 'gate',
    isMostUsed: true,
    inReplay: 'without effect',
    flag: 'waivers',
    placeholder: 'FILE',
    isPath: true,
    description: 'YAML or JSON file with accepted failures; they do not fail the run until they expire.',
  }),
  baseline: optional(asGiven, {
    topic: 'gate',
    isMostUsed: true,
    inReplay: 'without effect',
    flag: 'baseline',
    placeholder: 'REPORT.json',
    isPath: true,
    description: 'Report of an earlier run; fail only on what is worse than in it.',
  }),
  rollingBaseline: optional(asGiven, {
    topic: 'gate',
    inReplay: 'without effect',
    isOfCommand: true,
    flag: 'rolling-baseline',
    placeholder: 'REPORT.json',
    isPath: true,
    description: 'Baseline for nightly runs: the first run writes it, and each run that is no worse replaces it.',
  }),
  forgetAfter: numeric(wholeNumber(1, 10_000), '30', {
    topic: 'gate',
    inReplay: 'without effect',
    flag: 'forget-after',
    placeholder: 'RUNS',
    description:
      'Number of runs after which a failure that comes and goes is no longer known, if none of them shows it.',
  }),
  seed: setting(() => randomInt(2 ** 31), last(wholeNumber(-(2 ** 31), 2 ** 31 - 1)), {
    topic: 'selection',
    flag: 'seed',
    placeholder: 'N',
    default: 'random',
    description: 'Random seed. Copy it from a report to reproduce a run.',
  }),
  runs: numeric(wholeNumber(1, 1000), '15', {
    topic: 'selection',
    decidesRequests: true,
    inReplay: 'of the report',
    flag: 'runs',
    placeholder: 'N',
    description: 'Random inputs per property, from 1 to 1000.',
  }),
  maxCreates: numeric(wholeNumber(0, 100_000), '250', {
    topic: 'limits',
    isMostUsed: true,
    decidesRequests: true,
    inReplay: 'repeated',
    flag: 'max-creates',
    placeholder: 'N',
    description:
      'Maximum number of pets to create (they cannot be deleted). A POST without a clear refusal counts as one.',
  }),
  maxBadCredentials: numeric(wholeNumber(0, 100_000), '150', {
    topic: 'limits',
    decidesRequests: true,
    flag: 'max-bad-credentials',
    placeholder: 'N',
    description:
      'Maximum number of requests with a missing or wrong key, for servers that lock clients out. One without an answer is repeated.',
  }),
  badCredentialPauseMs: duration(0, 600, '0', {
    topic: 'limits',
    flag: 'bad-credential-pause',
    placeholder: 'SECONDS',
    description: 'Minimum time in seconds between two requests with a missing or wrong key.',
  }),
  ledger: optional(asGiven, {
    topic: 'limits',
    flag: 'ledger',
    placeholder: 'FILE',
    isPath: true,
    description:
      'File that lists every pet created, as soon as it is; pets of earlier runs in it are recognised and looked at again.',
  }),
  maxRps: optional(decimalNumber(0.1, 10_000), {
    topic: 'limits',
    flag: 'max-rps',
    placeholder: 'N',
    default: 'no limit',
    description: 'Maximum requests per second, from 0.1 to 10000.',
  }),
  concurrency: numeric(wholeNumber(1, 100), '12', {
    topic: 'limits',
    flag: 'concurrency',
    placeholder: 'N',
    description: 'Maximum concurrent requests, from 1 to 100.',
  }),
  timeoutMs: duration(0.01, 600, '10', {
    topic: 'limits',
    flag: 'timeout',
    placeholder: 'SECONDS',
    description: 'Timeout of one request in seconds.',
  }),
  consistencyWindowMs: duration(0, 600, '2', {
    topic: 'selection',
    decidesOutcomes: true,
    inReplay: 'repeated',
    flag: 'consistency-window',
    placeholder: 'SECONDS',
    description: 'Maximum time in seconds until a created pet shows up in reads.',
  }),
  waitMs: {
    ...optional(parsers.seconds(0, 3600), {
      topic: 'target',
      flag: 'wait',
      placeholder: 'SECONDS',
      default: '30 with a command, otherwise 0',
      description: 'Maximum time in seconds to wait until the server answers for the first time.',
    }),
    parseFromProgram: last(wholeNumber(0, 3_600_000)),
  },
  serverLog: optional(asGiven, {
    topic: 'target',
    flag: 'server-log',
    placeholder: 'FILE',
    isPath: true,
    description:
      'File that the server logs to, where the suite does not start it; a failure shows the lines about its request.',
  }),
  maxWaitMs: duration(0, 3600, '30', {
    topic: 'limits',
    flag: 'max-wait',
    placeholder: 'SECONDS',
    description: 'Maximum time in seconds to wait for a rate limit or an interruption to clear.',
  }),
  maxDurationMs: duration(1, 86_400, '600', {
    topic: 'limits',
    flag: 'max-duration',
    placeholder: 'SECONDS',
    description: 'Maximum duration of the whole run in seconds; what is not decided by then is inconclusive.',
  }),
  now: setting(() => new Date().toISOString().slice(0, 10), last(parseDate), {
    topic: 'gate',
    decidesOutcomes: true,
    inReplay: 'repeated',
    flag: 'now',
    placeholder: 'YYYY-MM-DD',
    default: 'today in UTC',
    description: 'Date that decides whether getPet may be gone, and whether a waiver has expired.',
  }),
  ...networkTable,
};

type ValuesOf<Table> = { readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : never };

export type Settings = ValuesOf<typeof table>;
export type NetworkSettings = ValuesOf<typeof networkTable>;

export const settingTable: { readonly [Key in keyof Settings]: Setting<Settings[Key]> } = table;
export const settingKeys = Object.keys(table) as readonly (keyof Settings)[];

/** The settings whose rows say so. */
export function keysWhere(isSo: (row: Setting<unknown>) => unknown): readonly (keyof Settings)[] {
  return settingKeys.filter((key) => isSo(settingTable[key]));
}
