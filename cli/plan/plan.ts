import { jsonText } from '../../harness/json/json-text.ts';
import { isProtected } from '../../harness/settings/hosts.ts';
import { readerOf, settingsBy } from '../../harness/settings/settings.ts';
import { reporters } from '../../reporters/index.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { checks } from '../../suites/index.ts';
import { prepareDestinations } from '../destinations.ts';
import { exitCodes } from '../exit-codes.ts';
import { isSwitchedOn } from '../flags.ts';
import type { Invocation } from '../invocation.ts';
import { print } from '../io.ts';
import { progressOn } from '../progress.ts';
import { readGate } from '../read-gate.ts';
import { settingsOf } from '../run-settings.ts';
import { widthOf } from '../terminal-traits.ts';
import { planOf, type Rehearsal } from './model.ts';
import { planPage } from './page.ts';
import { populationsOf, rehearse } from './rehearse.ts';

/** What a run with these settings would send, found out by a rehearsal that its target knows nothing of. */
export async function plan({ flags, io, parts }: Invocation): Promise<number> {
  const asJson = isSwitchedOn(flags, 'json');
  const settings = await settingsOf(flags, io, (...sources) => settingsBy(readerOf(...sources), io.env));
  await prepareDestinations(settings.reporters, reporters, io);
  await readGate(settings, io);

  const progress = progressOn(io.stderr);
  const populations = populationsOf(settings);
  const rehearsals: Rehearsal[] = [];
  try {
    for (const [index, held] of populations.entries()) {
      const show = (round: number) => progress.show(index, populations.length, `rehearsal, round ${round}`);
      rehearsals.push(await rehearse(settings, held, parts, show));
    }
  } finally {
    progress.erase();
  }

  const inReadingOrder = catalogue.flatMap(({ id }) => checks.filter((check) => check.id === id));
  const isReadOnlyHost = await isProtected(settings.baseUrl, settings.readOnlyHosts);
  const made = planOf(settings, inReadingOrder, rehearsals, isReadOnlyHost);
  await print(io.stdout, asJson ? `${jsonText(made, 2)}\n` : planPage(made, widthOf(io.stdout)));
  return exitCodes.conforming.code;
}
