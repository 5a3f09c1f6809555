import { userAgentOf } from '../harness/engine/run-id.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { shownNetwork } from '../harness/settings/network.ts';
import { isSelected } from '../harness/settings/selection.ts';
import { finderOf, settingsBy } from '../harness/settings/settings.ts';
import { reporters } from '../reporters/index.ts';
import { renderJson } from '../reporters/json.ts';
import { labelled, paragraphs } from '../reporters/text.ts';
import { idsThatCanFail } from '../suites/catalogue.ts';
import { prepareDestinations } from './destinations.ts';
import { type Invocation, isSwitchedOn } from './invocation.ts';
import { succeed } from './io.ts';
import { settingsOf, withAddress } from './settings.ts';

const WIDTH = 100;

/** The limits of a run, and whether it could start: every setting and file is checked as for a run. */
export async function plan({ flags, operands, io }: Invocation): Promise<number> {
  const chosen = withAddress(flags, operands[0]);
  const { settings } = await settingsOf(chosen, io, (...sources) => settingsBy(finderOf(...sources)));
  await prepareDestinations(settings.reporters, reporters, io);
  const { baseUrl, apiKey = '', readOnly, thorough } = settings;
  const selected = idsThatCanFail.filter((id) => isSelected(id, settings));
  const plan = {
    target: baseUrl === undefined ? 'the embedded reference server' : new Redactor(apiKey).address(baseUrl),
    ...shownNetwork(settings),
    userAgent: userAgentOf('…'),
    seed: settings.seed,
    requirements: `${selected.length} of ${idsThatCanFail.length}${readOnly ? ', less those that need a creation' : ''}`,
    requests: `about ${thorough ? '3,000' : '550'}, and more if something fails`,
    creationsAtMost: readOnly ? 0 : settings.maxCreates,
    badCredentialsAtMost: settings.maxBadCredentials,
    requestsAtOnceAtMost: settings.concurrency,
    requestsPerSecondAtMost: settings.maxRps ?? 'no limit',
    secondsAtMost: settings.maxDurationMs / 1000,
  };
  if (isSwitchedOn(flags, 'json')) return succeed(io, renderJson(plan));
  const rows = Object.entries(plan).map(([name, value]) => [wordsOf(name), String(value)] as const);
  return succeed(io, paragraphs([['A run with these settings (nothing is sent now)'], labelled(rows, WIDTH)]));
}

/** secondsAtMost -> Seconds at most */
function wordsOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}
