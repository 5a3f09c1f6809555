import type { Waiver } from '../harness/gate/waiver.ts';
import type { Report } from '../harness/model/report.ts';

/** Only the target is required; the defaults are those of the command. */
export interface RunOptions {
  /** Base URL of the server to check, with its version path, such as `http://127.0.0.1:8080/v1`. */
  readonly baseUrl: string;
  /** API key that the server accepts as bearer token, unless `apiKeyCommand` is given. No report contains it. */
  readonly apiKey?: string;
  /** Program that prints the key, and its arguments, such as `['vault', 'read', '-field=key', 'pets']`. No shell reads it. */
  readonly apiKeyCommand?: readonly string[];
  /** Starts the server, such as `['node', 'server.mjs']`; it is stopped at the end. Without a shell. */
  readonly command?: readonly string[];
  /** Maximum time to wait until the server answers for the first time; 30,000 with a command, otherwise 0. */
  readonly waitMs?: number;
  /** File that the server logs to, where the suite does not start it; a failure shows the lines about its request. */
  readonly serverLog?: string;
  /** Check only requirements whose id matches; `*` and `?` are wildcards. Not for sharding a run over jobs. */
  readonly only?: readonly string[];
  /** Skip requirements whose id matches; `*` and `?` are wildcards. */
  readonly skip?: readonly string[];
  /** Fail the run on a failed SHOULD too. */
  readonly strict?: boolean;
  /** Treat a MUST that is skipped, or unobservable on this target, as inconclusive (exit code 4). */
  readonly requireAll?: boolean;
  /** Send rare input values too, and every pair of common ones: at most 4,000 requests and 400 creations. */
  readonly thorough?: boolean;
  /** Create no pets. Always true for a host in `PETSTORE_READ_ONLY_HOSTS`, the one variable that is read. */
  readonly readOnly?: boolean;
  /** Ids of pets that exist on the server, for a read-only run to fetch. An int64 does not fit a number. */
  readonly knownIds?: readonly (string | bigint)[];
  /** Categories that the server knows, where it refuses others; then no other category is sent. */
  readonly categoryIds?: readonly (string | bigint)[];
  /** Random seed. Copy it from a report to reproduce a run; that of the baseline, if there is one, unless given. */
  readonly seed?: number;
  /** Random inputs per property, from 1 to 1000; 15 unless given. */
  readonly runs?: number;
  /** Maximum number of pets to create (they cannot be deleted); 250 unless given. */
  readonly maxCreates?: number;
  /** Maximum number of requests with a missing or wrong key; 150 unless given. */
  readonly maxBadCredentials?: number;
  /** Minimum time between two requests with a missing or wrong key; 0 unless given. */
  readonly badCredentialPauseMs?: number;
  /** Maximum requests per second, from 0.1 to 10000; no limit unless given. */
  readonly maxRps?: number;
  /** Maximum concurrent requests, from 1 to 100; 12 unless given. */
  readonly concurrency?: number;
  /** Timeout of one request; 10,000 unless given. */
  readonly timeoutMs?: number;
  /** Maximum time until a created pet shows up in reads; 2,000 unless given. */
  readonly consistencyWindowMs?: number;
  /** Maximum time to wait for a rate limit or an interruption to clear; 30,000 unless given. */
  readonly maxWaitMs?: number;
  /** Maximum duration of the whole run; what is not decided by then is inconclusive. 600,000 unless given. */
  readonly maxDurationMs?: number;
  /** Date that decides whether getPet may be gone, and whether a waiver has expired, `YYYY-MM-DD`; today unless given. */
  readonly now?: string;
  /** Accepted failures: they are reported and do not fail the run until they expire. */
  readonly waivers?: readonly Waiver[];
  /** Report of an earlier run; fail only on what is worse than in it. */
  readonly baseline?: Report;
  /** Number of runs after which a failure that comes and goes is no longer known, if none of them shows it; 30 unless given. */
  readonly forgetAfter?: number;
  /** File that lists every pet created, as soon as it is; pets of earlier runs in it are recognised. */
  readonly ledger?: string;
  /** HTTP proxy that every request goes through, such as `http://user:password@proxy.example.com:3128`; none unless given. */
  readonly proxy?: string;
  /** PEM file of certificate authorities to trust, besides those that Node trusts. */
  readonly ca?: string;
  /** PEM file of the client certificate, for a server that asks for one. */
  readonly clientCert?: string;
  /** PEM file of the private key of the client certificate. */
  readonly clientKey?: string;
  /** Passphrase of the private key, if it has one. */
  readonly clientKeyPassphrase?: string;
  /** Do not verify the certificate of the server; every report carries a warning. */
  readonly insecure?: boolean;
  /** Connect to this `HOST:PORT` instead of the host of the base URL, which stays in Host and in TLS. */
  readonly connectTo?: string;
  /** Headers to send with every request, each as `Name: value`. Their values are secrets: no report contains them. */
  readonly headers?: readonly string[];
  /** Ends the run, with a report of what was decided until then. */
  readonly signal?: AbortSignal;
  /** Called after every request, with the number of requests so far. If it throws or rejects, so does the run. */
  readonly onProgress?: (requests: number) => void;
}
