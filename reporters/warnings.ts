import type { Report } from '../harness/report/model.ts';

/** What a reader must know before the verdict, whatever it is. */
export function warningOf({ run }: Report): string | undefined {
  return run.settings.insecure === true
    ? 'Warning: the certificate of the server was not verified (--insecure), so another server may have answered.'
    : undefined;
}
