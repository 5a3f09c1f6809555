import { scopeOf } from '../../suites/index.ts';
import { servedInPart } from '../../suites/inputs/values.ts';
import { type Reading, read } from '../../suites/reading/reading.ts';
import { REQUIREMENTS } from '../../suites/requirements/index.ts';
import { isDecidable } from '../../suites/requirements/rules/answers.ts';
import { attemptsIn } from '../../suites/world/attempts.ts';
import { World } from '../../suites/world/world.ts';
import type { Problems } from '../expected.ts';
import type { Seen } from './seen.ts';

/*
 * A pass is as true as a failure. This keeps books of its own: it asks the check of each requirement about every exchange
 * of the record, and nothing of what the suite made of the answers.
 */

type Requirement = (typeof REQUIREMENTS)[number];

/** Unless the run did not finish. */
export function passesAreTrue({ report, exchanges, facts, settings }: Seen): Problems {
  if (report.diagnosis !== undefined) return [];
  const scope = scopeOf(facts);
  const [last = []] = attemptsIn(exchanges).slice(-1);
  const readings = last.map((exchange) => read(exchange, scope)).toSorted((one, other) => one.number - other.number);
  const world = new World(readings, scope);
  const isSpent = facts.spent.some((one) => one.kind === 'budget-spent' && one.budget === 'creations');
  const inPart = isSpent ? servedInPart(exchanges, settings) : new Set<string>();
  const passed = new Map(
    report.results.filter(({ outcome }) => outcome === 'pass').map((result) => [result.id, result]),
  );
  return REQUIREMENTS.flatMap((requirement) => {
    const result = passed.get(requirement.id);
    if (!result) return [];
    return [
      ...wrongBeside(requirement, readings, world),
      ...notRight(requirement, result.restsOn?.exchange, readings, world),
      ...wrongControl(requirement, result.restsOn?.control, readings),
      ...(isOfCreations(requirement) && inPart.has(requirement.id)
        ? [`${requirement.id} passes, though a budget kept some of its values from being sent`]
        : []),
    ];
  });
}

const isOfCreations = ({ operation }: Requirement) => operation === 'createPet';

/** An exchange that the requirement's own check calls wrong. */
function wrongBeside({ id, about, check }: Requirement, readings: readonly Reading[], world: World): Problems {
  const isWrong = (reading: Reading) => {
    if (reading.asked.operation === undefined || !about(reading.asked) || !isDecidable(reading, world)) return false;
    const verdict = check(reading, world);
    return verdict !== undefined && verdict !== 'agrees';
  };
  const wrong = readings.find(isWrong);
  return wrong ? [`${id} passes beside exchange ${wrong.number}, which its own check calls wrong`] : [];
}

function notRight(
  { id, about, check }: Requirement,
  number: number | undefined,
  readings: readonly Reading[],
  world: World,
): Problems {
  const reading = readings.find((one) => one.number === number);
  // That a pass names an exchange of the record is a promise of its own.
  if (!reading) return [];
  if (!about(reading.asked)) return [`${id} rests on exchange ${number}, which it is not about`];
  return check(reading, world) === 'agrees'
    ? []
    : [`${id} rests on exchange ${number}, which its check does not call right`];
}

function wrongControl(
  { id, operation, pass }: Requirement,
  number: number | undefined,
  readings: readonly Reading[],
): Problems {
  const control = readings.find((one) => one.number === number);
  if (pass?.control && !control) return [`${id} passes without its control`];
  if (!control) return [];
  const isIt = control.isSuccess && control.asked.operation === operation && (pass?.control?.isIt(control) ?? true);
  return isIt ? [] : [`${id} has exchange ${number} as a control, which is none`];
}
