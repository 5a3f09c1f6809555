import { describe, expect, test } from 'vitest';
import { KeyRenewal } from '../../../harness/engine/key-renewal.ts';
import { runSuite } from '../../../harness/engine/run.ts';
import type { WireRequest } from '../../../harness/model/wire.ts';
import { resolveSettings } from '../../../harness/settings/settings.ts';
import { VirtualClock } from '../../../proof/simulation/virtual-clock.ts';
import { simulatedWire } from '../../../proof/simulation/wire.ts';
import { createService, type Incoming, type Outgoing } from '../../../reference/service.ts';
import { reporters } from '../../../reporters/index.ts';
import { petStore } from '../../../suites/index.ts';
import { API_KEY, idsWith, respond } from '../simulated.ts';

const SECOND = 'Second-Key.91c4';
/** Without its last character. */
const SHORTER = `\${PETSTORE_API_KEY%?}`;
const THIRD = 'Third-Key.5d2e';
const REFUSAL = respond(401, JSON.stringify({ code: 'unauthorized', message: 'No.', status: 401 }), [
  ['content-type', 'application/json'],
  ['www-authenticate', 'Bearer'],
]);

interface Given {
  /** The keys that are accepted at this time of the run. */
  readonly keysAt?: (ms: number) => readonly string[];
  /** Answers instead of the service. */
  readonly front?: (incoming: Incoming, ms: number) => Outgoing | undefined;
  readonly askKey?: () => Promise<string | undefined>;
}

/** A run against the reference, whose key changes. */
async function runWith({ keysAt = () => [API_KEY], front, askKey }: Given) {
  const clock = new VirtualClock();
  const startedAt = clock.now();
  const service = createService({ apiKey: API_KEY, clock });
  const used = new Set<string>();
  const receive = async (incoming: Incoming) => {
    const ms = clock.now() - startedAt;
    const all = [API_KEY, SECOND, THIRD];
    for (const key of all) if (JSON.stringify(incoming.headers).includes(`Bearer ${key}"`)) used.add(key);
    const accepted = keysAt(ms);
    // The reference knows only one key.
    const keyed = (text: string) =>
      all
        .reduce((one, key) => one.replaceAll(key, accepted.includes(key) ? '\0' : 'refused'), text)
        .replaceAll('\0', API_KEY);
    const known = {
      ...incoming,
      target: keyed(incoming.target),
      headers: incoming.headers.map(([name, value]) => [name, keyed(value)] as const),
    };
    return front?.(known, ms) ?? service.receive(known);
  };
  const wire = simulatedWire({ ...service, receive }, clock, 10_000, () => 3);
  const settings = {
    ...resolveSettings(new Map(), {}, ''),
    ...{ baseUrl: 'http://reference.test/v1', apiKey: API_KEY, runId: 'testrun', seed: 1, now: '2026-11-16' },
  };
  const composed = await clock.run(() => runSuite(settings, petStore, { wire, clock, ...(askKey && { askKey }) }));
  return { ...composed, used: [...used] };
}

const asking = (...keys: readonly (string | undefined)[]) => {
  let times = 0;
  const askKey = async () => {
    times += 1;
    return keys[Math.min(times, keys.length) - 1];
  };
  return { askKey, times: () => times };
};

describe('a key that expires during the run', () => {
  const expires = (ms: number) => (ms < 150 ? [API_KEY] : [SECOND]);

  test('is asked for once more, and the run goes on with the new one', async () => {
    const { askKey, times } = asking(SECOND);
    const { report, record, known, used } = await runWith({ keysAt: expires, askKey });
    expect([report.verdict, report.exitCode, times()]).toEqual(['conforming', 0, 1]);
    expect(report.run.interruptions).toEqual([expect.objectContaining({ status: 401, cause: 'key-renewed' })]);
    expect(used).toEqual([API_KEY, SECOND]);
    const options = { colour: false, width: 100, record: record(), known: known() };
    for (const [name, render] of reporters) {
      expect([name, /Second-Key|91c4/.exec(String(render(report, options)))]).toEqual([name, null]);
    }
    expect(reporters.get('terminal')?.(report, options)).toContain('The API key expired 1 time, and the run went on');
  });

  test('may expire again', async () => {
    const keysAt = (ms: number) => (ms < 150 ? [API_KEY] : ms < 1_000 ? [SECOND] : [THIRD]);
    const { askKey } = asking(SECOND, THIRD);
    const { report, used } = await runWith({ keysAt, askKey });
    expect([report.exitCode, report.run.interruptions?.length]).toEqual([0, 2]);
    expect(used).toEqual([API_KEY, SECOND, THIRD]);
  });

  test.each<[what: string, askKey: (() => Promise<string | undefined>) | undefined]>([
    ['nobody', undefined],
    ['a command that prints the same key', async () => API_KEY],
    ['a command that prints another one that is refused', async () => THIRD],
    ['a command that fails', () => Promise.reject(new Error('no'))],
  ])('ends the run where %s knows a new one', async (_what, askKey) => {
    const { report } = await runWith({ keysAt: expires, ...(askKey && { askKey }) });
    expect([report.verdict, report.exitCode]).toEqual(['incomplete', 4]);
    expect(report.diagnosis).toMatch(/key/);
    expect(report.run.interruptions ?? []).toEqual([]);
  });
});

describe('a service that refuses the right key for one input, or in one operation', () => {
  const isIt = ({ target }: Incoming) => target.endsWith('?limit=1');
  const never: Given['front'] = (incoming) => (isIt(incoming) ? REFUSAL : undefined);
  const creations: Given['front'] = ({ method }) => (method === 'POST' ? REFUSAL : undefined);
  /** The input also makes it refuse everybody for a moment. */
  const storming = (): NonNullable<Given['front']> => {
    let until = 0;
    return (incoming, ms) => {
      if (isIt(incoming)) until = ms + 400;
      return ms < until ? REFUSAL : undefined;
    };
  };
  const commands = [
    ['prints the same key', () => asking(API_KEY).askKey],
    ['prints another key each time', () => asking(SECOND, THIRD, API_KEY, SECOND, THIRD).askKey],
  ] as const;

  const keysAt = () => [API_KEY, SECOND, THIRD];
  const fronts = [
    { front: () => never, failed: 'list.limit.minimum' },
    { front: storming, failed: 'list.limit.minimum' },
    { front: () => creations, failed: 'auth.accepted' },
  ].map((given) => ({ ...given, without: runWith({ keysAt, front: given.front() }) }));

  test.each(commands)('fails as without a command, and one that %s does not hide it', async (_what, askKey) => {
    for (const { front, failed, without } of fronts) {
      const { report } = await runWith({ keysAt, front: front(), askKey: askKey() });
      expect(report.exitCode).toBe(1);
      expect(idsWith(report, 'fail')).toContain(failed);
      expect(idsWith(report, 'fail')).toEqual(idsWith((await without).report, 'fail'));
    }
  });
});

test('what is made from the key is made from the new one, and hidden', async () => {
  const sent: WireRequest[] = [];
  const hidden = new Map<string, string>();
  const renewal = new KeyRenewal({
    key: API_KEY,
    ask: async () => SECOND,
    restorerOf: petStore.restorerOf,
    hide: (text, shown) => hidden.set(text, shown),
  });
  renewal.add(API_KEY.slice(0, -1), SHORTER);
  const wire = renewal.on({
    send: async (request) => {
      sent.push(request);
      return [];
    },
    close: async () => undefined,
  });
  const request = (authorization: string): WireRequest => ({
    method: 'GET',
    path: `/v1/pets?api_key=${API_KEY}`,
    headers: [['Authorization', authorization]],
  });
  const all = [`Bearer ${API_KEY}`, `Bearer ${API_KEY.slice(0, -1)}`, 'Bearer wrong', `Basic ${API_KEY}`].map(request);
  const sendAll = async () => {
    for (const one of all) await wire.send(one, undefined, new AbortController().signal);
    return sent.splice(0);
  };
  expect(await sendAll()).toEqual(all);
  expect(await renewal.renew()).toBe(true);
  const after = await sendAll();
  expect(after.map(({ headers }) => headers[0]?.[1])).toEqual([
    `Bearer ${SECOND}`,
    `Bearer ${SECOND.slice(0, -1)}`,
    'Bearer wrong',
    `Basic ${SECOND}`,
  ]);
  expect(after[0]?.path).toBe(`/v1/pets?api_key=${SECOND}`);
  expect(hidden.get(SECOND)).toBe('$PETSTORE_API_KEY');
  expect(hidden.get(SECOND.slice(0, -1))).toBe(SHORTER);
  expect(await renewal.renew()).toBe(false);
});
