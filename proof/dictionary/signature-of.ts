import type { Suite } from '../../harness/engine/suite.ts';
import type { Signature } from '../../suites/diagnosis/signature.ts';
import { petStore, signatureIn } from '../../suites/index.ts';
import { simulate, type World } from '../simulation/simulate.ts';

/** What a whole simulated run shows. */
export async function signatureOfRun(world: World): Promise<Signature> {
  let last: Parameters<Suite['decide']> | undefined;
  const suite: Suite = {
    ...petStore,
    decide: (record, state) => {
      last = [record, state];
      return petStore.decide(record, state);
    },
  };
  await simulate({ ...world, suite });
  if (!last) throw new Error('The run decided nothing.');
  return signatureIn(...last);
}
