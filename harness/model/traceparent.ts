import { createHash } from 'node:crypto';

/** The header of W3C Trace Context, by which a service links its own traces and logs to a request. */
export const TRACEPARENT = 'traceparent';

/**
 * Its value, which differs for each request. It depends on the run as well as on the seed: nightly jobs reuse the seed of
 * their baseline, and a trace must not be that of an earlier night. The number of the request, which is never 0, is the
 * parent, and the last part asks the service to record the trace.
 */
export function traceparentOf(
  { seed, runId }: { readonly seed: number; readonly runId: string },
  number: number,
): string {
  const trace = createHash('sha256').update(`${seed} ${runId} ${number}`).digest('hex').slice(0, 32);
  return `00-${trace}-${number.toString(16).padStart(16, '0')}-01`;
}

/** The part that people search for. */
export function traceIdOf(traceparent: string): string {
  return traceparent.split('-')[1] ?? '';
}
