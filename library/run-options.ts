import type { Waiver } from '../harness/gate/waivers.ts';
import type { Report } from '../harness/report/model.ts';

/** What to judge, and how. Everything but the target may be left out; the defaults are those of the command. */
export interface RunOptions {
  /** Address of the server to judge, with its version path, such as `http://127.0.0.1:8080/v1`. */
  readonly baseUrl: string;
  /** API key that the server accepts as bearer token. It stands in no report. */
  readonly apiKey: string;
  /** Check only the requirements with these identifiers, or patterns with `*` and `?`. */
  readonly only?: readonly string[];
  /** Leave out the requirements with these identifiers, or patterns with `*` and `?`. */
  readonly skip?: readonly string[];
  /** Let a violated SHOULD fail the run, as a violated MUST does. */
  readonly strict?: boolean;
  /** Let a MUST that cannot be seen on this target make the run incomplete (exit code 4). */
  readonly requireAll?: boolean;
  /**
   * Create no animal on the server; what cannot be decided without that is skipped. It is so whatever stands here for a
   * host that the environment lists in `PETSTORE_READ_ONLY_HOSTS`, the one variable that is read.
   */
  readonly readOnly?: boolean;
  /** Animals that are known to exist, for what a read-only run fetches. An int64 does not fit a number. */
  readonly knownIds?: readonly (string | bigint)[];
  /** Categories that the server knows, where it refuses others; then no other category is sent. */
  readonly categoryIds?: readonly (string | bigint)[];
  /** Seed of everything random in a run, as told in the report of the run to repeat; a random one unless given. */
  readonly seed?: number;
  /** Number of random inputs that each property is tried with, from 1 to 1000; 15 unless given. */
  readonly runs?: number;
  /** Most animals that a run may create on the server, where they stay; 200 unless given. */
  readonly maxCreates?: number;
  /** Most requests with a missing or wrong key; 80 unless given. */
  readonly maxBadCredentials?: number;
  /** Shortest time between two requests with a missing or wrong key; 0 unless given. */
  readonly badCredentialPauseMs?: number;
  /** Most requests sent in a second, from 0.1 to 10000; no limit unless given. */
  readonly maxRps?: number;
  /** Most requests under way at the same time, from 1 to 100; 12 unless given. */
  readonly concurrency?: number;
  /** Longest time that one response may take; 10,000 unless given. */
  readonly timeoutMs?: number;
  /** Longest time that a created animal may take to show up in reads; 2,000 unless given. */
  readonly consistencyWindowMs?: number;
  /** Longest time that one request may wait for a rate limit to clear; 30,000 unless given. */
  readonly maxWaitMs?: number;
  /** Longest time that the whole run may take; what is not decided by then stays open. 600,000 unless given. */
  readonly maxDurationMs?: number;
  /** Date at which the deprecation of getPet and the end of waivers are judged, `YYYY-MM-DD`; today unless given. */
  readonly now?: string;
  /** Judge so many times over, with the same inputs, and tell what does not always end the same; once unless given. */
  readonly repeat?: number;
  /** Violations that are accepted for a time: they are told, and do not fail the run. */
  readonly waivers?: readonly Waiver[];
  /** Report of an earlier run: this one fails only on what is worse. */
  readonly baseline?: Report;
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
  /** Called with each requirement that was decided, and how many of how many those are. Each round counts anew. */
  readonly onProgress?: (done: number, total: number, current: string) => void;
}
