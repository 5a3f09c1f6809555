import type { Outcome, Report } from '../harness/model/report.ts';
import type { Incoming, Outgoing } from '../reference/service.ts';
import type { Response } from '../reference/wire.ts';
import { altered, answer } from './altered.ts';
import type { Case, Part } from './part.ts';
import { simulate } from './simulation/simulate.ts';

const asks = (target: RegExp) => (incoming: Incoming) => incoming.method === 'GET' && target.test(incoming.target);

/** Each may serve as a control. */
const REQUESTS: Readonly<Record<string, (incoming: Incoming) => boolean>> = {
  'limit=1': asks(/\/pets\?limit=1$/),
  'limit=2': asks(/\/pets\?limit=2$/),
  'no parameters': asks(/\/pets$/),
};

export const error = (response: Response, status: number) =>
  answer(response, status, 'application/json', JSON.stringify({ code: 'x', message: 'no', status }));

/** Which never fails: nobody knows how the list is answered. */
const LIMIT = 'it is turned away with 429';

const DEFECTS: Readonly<Record<string, (response: Response) => Outgoing>> = {
  'the connection is dropped': () => ({ kind: 'dropped' }),
  'nothing is answered': () => ({ kind: 'silent' }),
  'a gateway answers 502': (response) => answer(response, 502, 'text/html', '<html>'),
  'the key is refused': (response) => error(response, 401),
  [LIMIT]: (response) => error(response, 429),
};

/** Requirements that fail, and that stay open, because of a list that never succeeds. */
const MOST = 8;

function instrument(request: string, defect: string): Case {
  const [isIt, change] = [REQUESTS[request], DEFECTS[defect]];
  if (!isIt || !change) throw new Error(`There is no case of ${request}: ${defect}.`);
  return {
    name: `${request}: ${defect}`,
    run: async () => {
      const changed = altered((incoming, response) =>
        isIt(incoming) && response.status === 200 ? change(response) : response,
      );
      const { report } = await simulate({ seed: 1, ...changed });
      const failed = idsOf(report, 'fail');
      const open = idsOf(report, 'inconclusive');
      return [
        ...(report.exitCode === (defect === LIMIT ? 4 : 1) && !report.diagnosis
          ? []
          : [`exit code ${report.exitCode}: ${report.diagnosis}`]),
        ...(failed.length > MOST ? [`${failed.length} requirements fail: ${failed.join(', ')}`] : []),
        ...(open.length > MOST ? [`${open.length} requirements stay open: ${open.join(', ')}`] : []),
      ];
    },
  };
}

function idsOf({ results }: Report, outcome: Outcome): readonly string[] {
  return results.filter((result) => result.outcome === outcome && result.level === 'MUST').map(({ id }) => id);
}

export const instruments: Part = {
  name: 'instruments',
  claim: 'servers with a defect in one list that may serve as a control: it costs that list, and not the run',
  cases: () =>
    Object.keys(REQUESTS).flatMap((request) => Object.keys(DEFECTS).map((defect) => instrument(request, defect))),
};
