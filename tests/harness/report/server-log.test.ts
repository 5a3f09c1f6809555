import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../harness/model/exchange.ts';
import { withServerLog } from '../../../harness/report/server-log.ts';
import { Redactor } from '../../../harness/secrets/redact.ts';
import { failing, reportOf, resultOf, exchange as shown } from '../../reporters/samples.ts';

const report = reportOf([failing('list.ok', { exchanges: [{ ...shown, number: 1 }] }), resultOf('get.found')]);
const START = Date.parse(report.run.startedAt);

function sent(number: number, sentAt: number, answeredAt: number, path = '/pets', status = 500): Exchange {
  const request = { method: 'GET', path, headers: [] };
  return { number, probe: 'repeat', request, sentAt, answeredAt, status, headers: [], body: new Uint8Array() };
}

function logOf(record: readonly Exchange[], ...lines: readonly (readonly [at: number, text: string])[]) {
  const printed = lines.map(([at, text]) => ({ at: START + at, text }));
  return withServerLog(report, record, printed, new Redactor('top-secret-key')).results.map(
    ({ violations: [first] = [] }) => first?.serverLog,
  );
}

describe('what the server printed', () => {
  const failed = sent(1, 0, 10);
  const next = sent(2, 50, 60, '/pets/1', 200);

  test('between a request and the next one belongs to its failure', () => {
    const lines = [
      [-1, 'before'],
      [5, 'one'],
      [30, 'two'],
      [50, 'next'],
    ] as const;
    expect(logOf([failed, next], ...lines)).toEqual([['one', 'two'], undefined]);
  });

  test('while another request was under way belongs to nobody, until the request is repeated alone', () => {
    const beside = sent(2, 5, 20, '/pets/1', 200);
    expect(logOf([failed, beside], [7, 'one'])).toEqual([undefined, undefined]);
    expect(logOf([failed, beside, sent(3, 100, 110)], [7, 'one'], [130, 'again'])).toEqual([['again'], undefined]);
  });

  test('before a service was gone belongs to what stopped it, whatever is refused meanwhile', () => {
    const stopped = sent(1, 0, 10, '/pets', 0);
    expect(logOf([stopped, sent(2, 11, 12, '/pets/1', 0), next], [40, 'trace'])).toEqual([['trace'], undefined]);
  });

  test('is another matter if the same request was answered otherwise', () => {
    expect(logOf([failed, sent(3, 100, 110, '/pets', 200)], [105, 'fine'])).toEqual([undefined, undefined]);
  });

  test('is redacted, and its last lines are kept', () => {
    const many = Array.from({ length: 30 }, (_, index) => [index / 10, `key top-secret-key ${index}`] as const);
    const [lines = []] = logOf([failed, next], ...many);
    expect([lines.length, lines[0]]).toEqual([20, 'key $PETSTORE_API_KEY 10']);
  });

  test('is not there: the report is the same', () => {
    expect(withServerLog(report, [failed], [], new Redactor('k'))).toBe(report);
  });
});
