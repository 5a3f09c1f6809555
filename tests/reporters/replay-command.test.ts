import { expect, test } from 'vitest';
import type { Report } from '../../harness/model/report.ts';
import { replayCommand } from '../../reporters/replay-command.ts';
import { renderTerminal } from '../../reporters/terminal.ts';
import { argumentsIn } from '../harness/shell.ts';
import { failure, reportOf } from './samples.ts';

function command(settings: Report['run']['settings'], baseUrl = 'http://127.0.0.1:4010/v1'): string {
  const report = reportOf([failure], { target: { baseUrl } });
  return replayCommand(failure, { ...report, run: { ...report.run, settings } });
}

const SAME = 'petstore-conformance --base-url http://127.0.0.1:4010/v1 --only list.limit.maximum --seed 42';

test('a replay names the server, and the settings that are not the usual ones', () => {
  expect(command({ runs: 15, readOnly: false, categoryIds: [], now: '2026-11-15', timeoutMs: 1 })).toBe(SAME);
  const shaped = { runs: 3, readOnly: true, categoryIds: ['7', '8'], consistencyWindowMs: 150, now: '2031-01-01' };
  expect(command(shaped)).toBe(
    `${SAME} --runs 3 --category-ids 7,8 --read-only --consistency-window 0.15 --now 2031-01-01`,
  );
  expect(command({ connectTo: '10.0.0.7:8443', insecure: true })).toBe(`${SAME} --insecure --connect-to 10.0.0.7:8443`);
});

test('where there is a JSON report, the command is replay itself', () => {
  const report = reportOf([failure]);
  const settings = { ...report.run.settings, runs: 3, readOnly: true };
  const shown = { ...report, run: { ...report.run, settings }, file: "night's.json" };
  expect(replayCommand(failure, shown)).toBe(
    "petstore-conformance replay 'night'\\''s.json' list.limit.maximum --base-url http://127.0.0.1:4010/v1 --read-only",
  );
  const inTerminal = renderTerminal(report, { colour: false, width: 100, file: 'r.json' });
  expect(inTerminal).toMatch(/^ {2}Replay {8}petstore-conformance replay r\.json list\.limit\.maximum --base-url /m);
});

test('nothing in a report can be a command of its own', () => {
  const hostile = `http://127.0.0.1/'; echo "$HOME" \`id\` #`;
  const words = command({ connectTo: hostile }, hostile).replace('petstore-conformance', 'curl');
  const expected = ['--base-url', hostile, '--only', failure.id, '--seed', '42', '--connect-to', hostile];
  expect(argumentsIn(words, 'key')).toEqual(expected);
});
