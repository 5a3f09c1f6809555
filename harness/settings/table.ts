import { randomInt } from 'node:crypto';
import { parseHeader } from './header.ts';
import { parseBaseUrl, parseHostAndPort, parseHostPattern, parseProxy } from './hosts.ts';
import * as parsers from './parsers.ts';
import {
  duration,
  last,
  lines,
  list,
  numeric,
  optional,
  type Setting,
  setting,
  several,
  toggle,
  words,
} from './setting.ts';
import { parseSubject } from './subject.ts';

const {
  asGiven,
  decimalNumber,
  parseApiKey,
  parseCommand,
  parseDate,
  parseDays,
  parseInt64,
  parseReporter,
  parseRunUrl,
  wholeNumber,
} = parsers;

/** Stands for "read the key from standard input", which only the command can do. */
export const KEY_FROM_STDIN = '-';

const toTerminal = (): readonly parsers.ReporterChoice[] => [{ name: 'terminal' }];

/** Those of the network between the suite and the target. */
const networkTable = {
  proxy: optional(parseProxy)`--proxy URL (HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, except for NO_PROXY and this machine)
    HTTP proxy that every request goes through, such as http://user:password@proxy.example.com:3128.`,
  ca: optional(asGiven)`--ca FILE
    PEM file of certificate authorities to trust, besides those that Node trusts.`,
  clientCert: optional(asGiven)`--client-cert FILE
    PEM file of the client certificate, for a server that asks for one; needs --client-key.`,
  clientKey: optional(asGiven)`--client-key FILE
    PEM file of the private key of the client certificate.`,
  clientKeyPassphrase: optional(asGiven)`PETSTORE_CLIENT_KEY_PASSPHRASE TEXT
    Passphrase of the private key, if it has one.`,
  insecure: toggle`--insecure
    Do not verify the certificate of the server; every report carries a warning.`,
  connectTo: optional(parseHostAndPort)`--connect-to HOST:PORT (the host of the base URL)
    Connect to this address instead of the host of the base URL, which stays in Host and in TLS.`,
  headers: setting(() => [], lines(parseHeader))`--header HEADER PETSTORE_HEADERS
    Header to send with every request, as "Name: value"; repeat the flag, or write one on each line.`,
};

const table = {
  baseUrl: optional(parseBaseUrl)`--base-url URL (the embedded reference server, when no key is set either)
    Base URL of the server to check, with its version path, such as https://api.example.com/v1.`,
  apiKey: optional(parseApiKey)`--api-key KEY
    API key that the server accepts as bearer token; a single hyphen reads it from standard input.`,
  apiKeyFile: optional(asGiven)`--api-key-file FILE
    File whose first line is the API key, such as a mounted secret.`,
  apiKeyCommand: words(parseCommand)`--api-key-command COMMAND
    Command that prints the API key, such as "vault kv get -field=key secret/pets": words without quotes, or a JSON array. No shell reads it, and no file .env can set it.`,
  categoryIds: several(parseInt64)`--category-ids ID,ID (any int64 is sent)
    Categories that the server knows, where it refuses others, separated by commas; then no other is sent.`,
  reporters: setting(toTerminal, list(parseReporter))`--reporter NAME[=FILE],... PETSTORE_REPORTERS (terminal)
    Report format, and the file to write instead of standard output; repeat the flag, or separate with commas.`,
  subject: optional(parseSubject)`--subject NAME@sha256:DIGEST
    What is tested, such as an image and its digest; an attestation is about it.`,
  runUrl: optional(parseRunUrl)`--run-url URL
    Address of the page of this run, such as that of the CI job; an attestation links to it.`,
  validForDays: optional(parseDays)`--valid-for DAYS
    Number of days after the run on which an attestation still counts, such as 30d; verify refuses it after that.`,
  only: several(asGiven)`--only ID,GLOB (every requirement)
    Check only requirements whose id matches (* and ? are wildcards); repeat the flag, or separate with commas. It is not for sharding a run over jobs, because each job sends the controls again.`,
  skip: several(asGiven)`--skip ID,GLOB
    Skip requirements whose id matches (* and ? are wildcards); repeat the flag, or separate with commas.`,
  strict: toggle`--strict
    Fail the run on a failed SHOULD too.`,
  requireAll: toggle`--require-all
    Treat a MUST that is skipped, or unobservable on this target, as inconclusive (exit code 4).`,
  thorough: toggle`--thorough
    Send rare input values too, and every pair of common ones: at most 4,000 requests and 400 creations.`,
  readOnly: toggle`--read-only
    Create no pets; requirements that need one are skipped.`,
  readOnlyHosts: several(parseHostPattern)`PETSTORE_READ_ONLY_HOSTS HOST,GLOB
    Hosts that are never written to, whatever the flags say: names or patterns with * and ?, separated by commas.`,
  knownIds: several(parseInt64)`--known-ids ID,ID (those that the list shows)
    Ids of pets that exist on the server, for a read-only run to fetch, separated by commas.`,
  waivers: optional(asGiven)`--waivers FILE
    YAML or JSON file with accepted failures; they do not fail the run until they expire.`,
  baseline: optional(asGiven)`--baseline REPORT.json
    Report of an earlier run; fail only on what is worse than in it.`,
  rollingBaseline: optional(asGiven)`--rolling-baseline REPORT.json
    Baseline for nightly runs: the first run writes it, and each run that is no worse replaces it.`,
  forgetAfter: numeric(wholeNumber(1, 10_000), '30')`--forget-after RUNS
    Number of runs after which a failure that comes and goes is no longer known, if none of them shows it.`,
  seed: setting(() => randomInt(2 ** 31), last(wholeNumber(-(2 ** 31), 2 ** 31 - 1)))`--seed N (random)
    Random seed. Copy it from a report to reproduce a run.`,
  runs: numeric(wholeNumber(1, 1000), '15')`--runs N
    Random inputs per property, from 1 to 1000.`,
  maxCreates: numeric(wholeNumber(0, 100_000), '250')`--max-creates N
    Maximum number of pets to create (they cannot be deleted). A POST counts unless it is refused with a 4xx.`,
  maxBadCredentials: numeric(wholeNumber(0, 100_000), '150')`--max-bad-credentials N
    Maximum number of requests with a missing or wrong key, for servers that lock clients out. One without an answer is repeated.`,
  badCredentialPauseMs: duration(0, 600, '0')`--bad-credential-pause SECONDS
    Minimum time in seconds between two requests with a missing or wrong key.`,
  trace: toggle`--trace
    Send a W3C traceparent of its own with every request; findings name the trace to search for.`,
  ledger: optional(asGiven)`--ledger FILE
    File that lists every pet created, as soon as it is; pets of earlier runs in it are recognised and looked at again.`,
  maxRps: optional(decimalNumber(0.1, 10_000))`--max-rps N (no limit)
    Maximum requests per second, from 0.1 to 10000.`,
  concurrency: numeric(wholeNumber(1, 100), '12')`--concurrency N
    Maximum concurrent requests, from 1 to 100.`,
  timeoutMs: duration(0.01, 600, '10')`--timeout SECONDS
    Timeout of one request in seconds.`,
  consistencyWindowMs: duration(0, 600, '2')`--consistency-window SECONDS
    Maximum time in seconds until a created pet shows up in reads.`,
  waitMs: {
    ...optional(parsers.seconds(0, 3600))`--wait SECONDS (30 with a command, otherwise 0)
    Maximum time in seconds to wait until the server answers for the first time.`,
    parseFromProgram: last(wholeNumber(0, 3_600_000)),
  },
  maxWaitMs: duration(0, 3600, '30')`--max-wait SECONDS
    Maximum time in seconds to wait for a rate limit or an interruption to clear.`,
  maxDurationMs: duration(1, 86_400, '600')`--max-duration SECONDS
    Maximum duration of the whole run in seconds; what is not decided by then is inconclusive.`,
  now: setting(() => new Date().toISOString().slice(0, 10), last(parseDate))`--now YYYY-MM-DD (today in UTC)
    Date that decides whether getPet may be gone, and whether a waiver or an attestation has expired.`,
  ...networkTable,
};

type ValuesOf<Table> = { readonly [Key in keyof Table]: Table[Key] extends Setting<infer Value> ? Value : never };

export type Settings = ValuesOf<typeof table>;
export type NetworkSettings = ValuesOf<typeof networkTable>;

export const settingTable: { readonly [Key in keyof Settings]: Setting<Settings[Key]> } = table;
export const settingKeys = Object.keys(table) as readonly (keyof Settings)[];
