import { expect, test } from 'vitest';
import { applyGate, type Gate } from '../../../harness/gate/gate.ts';
import type { Report } from '../../../harness/model/report.ts';
import { simulate } from '../simulated.ts';

const ID = 'get.unknown';
const TODAY = '2026-11-15';

async function reportOf(seed: number, faults: readonly string[]): Promise<Report> {
  const only = { only: ['get.*'] };
  return (await simulate({ seed, faults, settings: { seed, runId: `run${seed}`, ...only } })).report;
}

const fingerprintsIn = ({ results }: Report) =>
  results.find(({ id }) => id === ID)?.violations?.map(({ fingerprint }) => fingerprint) ?? [];

function gatesOf(accepted: Report): readonly Gate[] {
  const terms = { id: ID, reason: 'r', owner: 'o', until: TODAY };
  return [{ waivers: [{ ...terms, fingerprint: fingerprintsIn(accepted) }] }, { baseline: accepted }];
}

const exitCodes = (report: Report, accepted: Report) =>
  gatesOf(accepted).map((gate) => applyGate(report, gate, { today: TODAY, strict: false }).exitCode);

test('an intermittent failure is excused again on other inputs, and an input that fails each time is not', async () => {
  const accepted = await reportOf(1, ['every-third-unknown-id-is-a-pet']);
  expect(fingerprintsIn(accepted)).toEqual([expect.stringMatching(/^f[0-9a-f]{11}-intermittent$/)]);
  const again = await reportOf(2, ['every-third-unknown-id-is-a-pet']);
  expect(exitCodes(again, accepted)).toEqual([0, 0]);
  const worse = await reportOf(2, ['every-third-unknown-id-is-a-pet', 'get-by-remainder']);
  expect(fingerprintsIn(worse)).toEqual(expect.arrayContaining(fingerprintsIn(accepted)));
  expect(exitCodes(worse, accepted)).toEqual([1, 1]);
});
