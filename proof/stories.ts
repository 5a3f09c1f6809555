import type { Report } from '../harness/model/report.ts';
import { storiesIn } from '../harness/report/stories.ts';
import type { Fault } from '../reference/faults/index.ts';
import { exactly, requirementsOf } from './expected.ts';
import type { Claim, ProblemsByClaim } from './part.ts';

/** What people read first on servers with one fault. */
export const STORY_CLAIMS: Readonly<Record<string, Claim>> = {
  'one-story': {
    claim: 'faulty servers whose report has one story',
    tolerated: 0.03,
  },
  'first-finding': {
    claim: 'faulty servers whose report begins with a requirement that they violate',
    tolerated: 0.02,
  },
};

/** With what it must report. */
export function exactlyInStories(report: Report, fault: Fault): ProblemsByClaim {
  const firsts = storiesIn(report).map(([{ result }]) => result.id);
  const [first, ...others] = firsts;
  const isRight = first === undefined || requirementsOf(fault).includes(first);
  return {
    faults: exactly(report, fault),
    'one-story': others.length === 0 ? [] : [`the stories of ${firsts.join(', ')}`],
    'first-finding': isRight ? [] : [`it begins with ${first}`],
  };
}
