import { isProtected } from '../../harness/settings/hosts.ts';
import { readerOf, settingsBy } from '../../harness/settings/settings.ts';
import { reporters } from '../../reporters/index.ts';
import { renderJson } from '../../reporters/json.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { checks } from '../../suites/index.ts';
import { prepareDestinations } from '../destinations.ts';
import { exitCodes } from '../exit-codes.ts';
import { isSwitchedOn } from '../flags.ts';
import type { Invocation } from '../invocation.ts';
import { print, progressOn, widthOf } from '../io.ts';
import { readGate } from '../read-files.ts';
import { settingsOf } from '../run-settings.ts';
import { planOf, type Rehearsal } from './model.ts';
import { planPage } from './page.ts';
import { populationsOf, rehearse } from './rehearse.ts';

/** Rehearses the run on the reference server, so that nothing is sent to the target. */
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
  await print(io.stdout, asJson ? renderJson(made) : planPage(made, widthOf(io.stdout)));
  return exitCodes.conforming.code;
}
