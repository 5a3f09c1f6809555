import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { appendToLedger, openLedger, readLedger } from '../../../harness/archive/ledger.ts';
import { findSecrets } from '../../../proof/simulation/find-secrets.ts';
import { Store } from '../../../reference/store.ts';
import { earlierPets } from '../../../suites/world/earlier-pets.ts';
import { newFolder } from '../../compiled.ts';
import { headlinesOf } from '../../proof/support.ts';
import { API_KEY, type Front, idsWith, respond, simulate } from '../simulated.ts';

const FAULT = { faults: ['no-content-type'] };

/** As the command prepares it. */
const emptyLedger = () => openLedger('pets.jsonl', newFolder());

/** Without those of creations that are about to be sent. */
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ isExpected }) => isExpected !== true);

const html = (status: number) => respond(status, '<html>', [['content-type', 'text/html']]);
/** Enough of a run where the subject is what is created. */
const only = ['create.*'];
const isCreation = ({ method, headers }: Parameters<Front>[0]) =>
  method === 'POST' && headers.some(([, value]) => value === `Bearer ${API_KEY}`);

describe('a whole run', () => {
  test('passes on a conforming service, and counts what it creates', async () => {
    const one = await simulate();
    expect(idsWith(one.report, 'fail', 'warn', 'inconclusive')).toEqual([]);
    expect(one.report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(one.report.run).toMatchObject({ creations: one.service.pets(), requests: one.service.requests() });
    expect(one.report.run.created).toHaveLength(one.service.pets());
  });

  test('reports only what was selected; controls are sent all the same', async () => {
    const { report } = await simulate({ ...FAULT, settings: { only: ['auth.*'], skip: ['auth.first'] } });
    expect(report).toMatchObject({ verdict: 'conforming', exitCode: 0 });
    expect(idsWith(report, 'pass').every((id) => id.startsWith('auth.') && id !== 'auth.first')).toBe(true);
    expect(report.results.find(({ id }) => id === 'list.ok')).toMatchObject({
      outcome: 'skipped',
      why: { kind: 'not-selected' },
    });
  });

  test.each([500, 503])('a service that answers every creation with %i is not asked for long', async (status) => {
    const body = JSON.stringify({ code: 'not-implemented', message: 'Not implemented', status });
    const front: Front = async ({ method }, pass) =>
      method === 'POST' ? respond(status, body, [['content-type', 'application/json']]) : pass();
    const { report } = await simulate({ front });
    // Every creation that must succeed or be refused fails, and all of it is one story.
    const others = idsWith(report, 'fail').filter((id) => !id.startsWith('create.'));
    expect(others).toEqual(['errors.no-5xx', 'history.agrees']);
    expect(headlinesOf(report)).toHaveLength(1);
    expect(report.run.requests).toBeLessThan(800);
    expect(report.run.durationMs).toBeLessThan(30_000);
  });
});

describe('the end of a run', () => {
  test('--max-duration: what failed is reported, the rest is inconclusive', async () => {
    const slow = { latencyMs: 100, settings: { maxDurationMs: 3_000 } };
    const { report } = await simulate(slow);
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(report.run.durationMs).toBeLessThan(3_300);
    expect(report.diagnosis).toBe('The time for the run was over after 3 s (raise --max-duration).');
    expect(new Set(report.results.filter(({ level }) => level === 'MUST').map(({ why }) => why?.kind))).toContain(
      'out-of-time',
    );
    // What everything was sent for before is decided.
    expect(idsWith(report, 'pass')).toContain('auth.accepted');
    expect(idsWith(report, 'pass').length).toBeLessThan(20);
    const failing = await simulate({ ...slow, ...FAULT });
    expect(failing.report).toMatchObject({ verdict: 'violating', exitCode: 1 });
  });

  test('responses of more than 128 MB: what failed until then is reported', async () => {
    const front: Front = async (_incoming, pass, { turn }) => (turn > 150 ? respond(200, ' '.repeat(2e6)) : pass());
    const { report } = await simulate({ front, ...FAULT });
    expect(report.diagnosis).toBe('The responses of the server take more than 128 MB, so the run was ended.');
    expect(idsWith(report, 'fail')).toContain('body.content-type');
    expect(report.run.requests).toBeLessThan(240);
  });

  test('an interrupt: a report of what was decided', async () => {
    const stop = new AbortController();
    const onExchange = ({ number }: { readonly number: number }) => number === 250 && stop.abort();
    const { report } = await simulate({ ...FAULT, options: { signal: stop.signal, onExchange } });
    expect(report).toMatchObject({ exitCode: 130, diagnosis: 'The run was interrupted.' });
    expect(idsWith(report, 'fail').length).toBeGreaterThan(0);
    expect(report.run.requests).toBeLessThan(280);
  });

  test('a key that is refused by everything: not tested', async () => {
    const { report } = await simulate({ settings: { apiKey: 'another key' } });
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 3, results: [] });
    expect(report.diagnosis).toBe(
      'http://reference.test/v1 refuses the API key on every operation (401). Check the key.',
    );
    expect(report.run.requests).toBeLessThan(20);
  });

  test.each(['bearer', 'BEARER'])('a key that is accepted only behind %s: not tested, and why', async (scheme) => {
    const front: Front = async (incoming, pass) =>
      incoming.headers.some(([, value]) => value === `${scheme} ${API_KEY}`) ? pass() : respond(401, '{}');
    const { report } = await simulate({ front });
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 3, results: [] });
    expect(report.diagnosis).toBe(
      `http://reference.test/v1 refuses the API key on every operation (401), but accepts it behind "${scheme}": compare the scheme without regard to case, so that "Bearer" is accepted too.`,
    );
    expect(JSON.stringify(report)).not.toContain(API_KEY);
  });

  test('a front that asks for a client certificate: not tested, and which flags give one', async () => {
    const page = '<html><head><title>400 No required SSL certificate was sent</title></head></html>';
    const front: Front = async () => respond(400, page, [['content-type', 'text/html']]);
    const { report } = await simulate({ front });
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 3 });
    expect(report.diagnosis).toBe(
      'http://reference.test/v1 asks for a client certificate (400): give one with --client-cert FILE and --client-key FILE.',
    );
  });

  test('a service that dies: the requests in flight are named, and nothing is blamed', async () => {
    const front: Front = async (_incoming, pass, { turn }) => (turn > 150 ? { kind: 'silent' } : pass());
    const { report } = await simulate({ front });
    expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
    expect(report.diagnosis).toMatch(
      /^The server stopped answering, plain requests included, and did not answer again within 30 s \(first without an answer: #\d+ (GET|POST) /,
    );
    expect(idsWith(report, 'fail')).toEqual([]);
  });

  test('a service that never answers a refusal: one story, soon', async () => {
    const front: Front = async (_incoming, pass) => {
      const answer = await pass();
      return 'status' in answer && answer.status >= 400 ? { kind: 'silent' } : answer;
    };
    const { report } = await simulate({ front });
    expect(report.exitCode).toBe(1);
    expect(headlinesOf(report)).toHaveLength(1);
    expect(report.run.durationMs).toBeLessThan(80_000);
  });

  test('a server that stops: what was under way, and what was violated before', async () => {
    const { report } = await simulate({ faults: ['text-limit-ends-the-process', 'no-content-type'] });
    expect(report).toMatchObject({ verdict: 'violating', exitCode: 1 });
    expect(idsWith(report, 'fail')).toEqual(['body.content-type']);
    expect(report.diagnosis).toMatch(
      /^The server stopped while answering .*limit=.*It does not accept connections any more\. With the command that starts it/,
    );
    const ended = (id: string) => report.results.find((result) => result.id === id);
    // What was decided before stays decided, and the suspects are named once.
    expect([ended('auth.accepted')?.outcome, ended('create.echo')?.outcome]).toEqual(['pass', 'pass']);
    expect(ended('auth.missing.listPets')).toMatchObject({
      outcome: 'inconclusive',
      reason: expect.stringMatching(/^The server is gone: it does not accept connections any more\. With the command/),
    });
    expect(headlinesOf(report)).toEqual(['body.content-type']);
    expect(report.run.durationMs).toBeLessThan(40_000);
  });

  test('a service that a supervisor restarts: the culprit is named, and the run goes on', async () => {
    const { report } = await simulate({ faults: ['text-limit-restarts-the-process'] });
    const crash = report.results.find(({ id }) => id === 'errors.no-5xx');
    expect([report.diagnosis, crash?.violations?.[0]?.actual]).toEqual([undefined, 'the server stopped']);
    expect(idsWith(report, 'fail')).toEqual(['errors.no-5xx']);
    expect(report.results.find(({ id }) => id === 'list.limit.malformed')?.why).toMatchObject({
      kind: 'unanswered',
      operation: 'listPets',
      because: ['errors.no-5xx'],
    });
    // A suspect that is not sent again, since others of its kind stopped the service, leaves an interruption.
    expect(report.run.interruptions?.length ?? 0).toBeLessThanOrEqual(1);
  });

  test('an operation that never answers: one finding, and why the rest of it is inconclusive', async () => {
    const { report } = await simulate({ faults: ['get-never-answered'] });
    expect(headlinesOf(report)).toHaveLength(1);
    expect(idsWith(report, 'fail')).toContain('deprecation.still-served');
    expect(report.results.find(({ id }) => id === 'auth.missing.getPet')?.why).toMatchObject({
      kind: 'unanswered',
      operation: 'getPet',
      because: ['deprecation.still-served'],
    });
    expect(report.run.durationMs).toBeLessThan(60_000);
  });

  test('a gateway that stays: one diagnosis', async () => {
    const front: Front = async (_incoming, pass, { turn }) => (turn > 150 ? html(502) : pass());
    const { report } = await simulate({ front });
    expect(report).toMatchObject({
      exitCode: 4,
      diagnosis: 'Something in front of the server kept answering 502 for 30 s (raise --max-wait).',
    });
    expect(idsWith(report, 'fail')).toEqual([]);
  });

  test('a rate limit that never clears from the start: not tested', async () => {
    const { report } = await simulate({ front: async () => respond(429, '', [['retry-after', '60']]) });
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 3 });
    expect(report.diagnosis).toContain('keeps answering 429');
  });

  test('a rate limit that never clears in the middle of a run: incomplete, and nothing more is sent', async () => {
    let answered = 0;
    const front: Front = async (_incoming, pass) => {
      answered += 1;
      return answered > 100 ? respond(429, '', [['retry-after', '60']]) : pass();
    };
    const { report } = await simulate({ front, settings: { concurrency: 12 } });
    expect(report.exitCode).toBe(4);
    expect(report.diagnosis).toContain('The server kept answering 429 for 30 s, or asks to wait longer');
    expect(idsWith(report, 'fail')).toEqual([]);
    expect(answered).toBeLessThanOrEqual(112);
  });
});

describe('what a conforming service may meet', () => {
  test.each([
    [5, 0, undefined],
    [6, 4, expect.stringContaining('The server was interrupted 6 times (502)')],
  ])('%i interruptions', async (count, exitCode, diagnosis) => {
    let creations = 0;
    const front: Front = async (incoming, pass) => {
      if (isCreation(incoming)) creations += 1;
      return isCreation(incoming) && creations % 7 === 0 && creations / 7 <= count ? html(502) : pass();
    };
    const { report } = await simulate({ front, settings: { concurrency: 1, only } });
    expect([report.exitCode, report.diagnosis, report.run.interruptions?.length]).toEqual([exitCode, diagnosis, count]);
  });

  test('errors under load are not findings about credentials', async () => {
    const busy = respond(503, '{"code":"busy","message":"Too many.","status":503}', [
      ['content-type', 'application/json'],
    ]);
    let underWay = 0;
    const front: Front = async (_incoming, pass, { sleep }) => {
      if (underWay >= 8) return busy;
      underWay += 1;
      await sleep(20);
      underWay -= 1;
      return pass();
    };
    const { report } = await simulate({ front });
    expect(idsWith(report, 'fail')).toEqual(['errors.no-5xx']);
  });

  test('a lock-out after many bad credentials, which never ends', async () => {
    let bad = 0;
    const front: Front = async ({ headers }, pass) => {
      if (!headers.some(([, value]) => value === `Bearer ${API_KEY}`)) bad += 1;
      const error = '{"code":"unauthorized","message":"Locked.","status":401}';
      return bad > 40
        ? respond(401, error, [
            ['content-type', 'application/json'],
            ['www-authenticate', 'Bearer'],
          ])
        : pass();
    };
    const { report } = await simulate({ front });
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
  });
});

describe('the ledger', () => {
  test('lists every pet of the run, as soon as it is created', async () => {
    const ledger = await emptyLedger();
    const { service, report } = await simulate({ settings: { ledger, only } });
    const lines = linesOf(ledger);
    const kept = lines.filter(({ removed }) => !removed).map(({ id }) => id);
    expect(kept.toSorted()).toEqual(
      service.store
        .all()
        .map(({ id }) => String(id))
        .toSorted(),
    );
    expect(lines[0]).toMatchObject({
      baseUrl: 'http://reference.test/v1',
      run: 'testrun',
      at: expect.stringMatching(/^2026-11-16T/),
    });
    expect([report.exitCode, report.warnings]).toEqual([0, undefined]);
  });

  test('that cannot be written ends the run', async () => {
    const { report, service } = await simulate({ settings: { ledger: newFolder() } });
    expect(report).toMatchObject({ verdict: 'untested', exitCode: 2 });
    expect(report.diagnosis).toMatch(/^The ledger cannot be written \(EISDIR\), and what is created must be listed\./);
    expect(service.pets()).toBeLessThan(3);
  });

  test('is read back: pets that are gone or changed since are reported from the next night on', async () => {
    const ledger = await emptyLedger();
    const { service } = await simulate({ settings: { ledger, only } });
    const [gone, changed] = service.store.all().slice(5, 7);
    if (!gone || !changed) throw new Error('There are too few pets.');
    service.store.remove(gone.id);
    service.store.keep({ ...changed, name: 'Max' });
    const { report } = await simulate({ store: service.store, settings: { ledger, runId: 'second', seed: 2 } });
    expect(report.run.lost).toEqual({ missing: [String(gone.id)], changed: [String(changed.id)] });
    const observed = report.observations.find(({ id }) => id === 'observed.earlier-pets');
    expect(observed?.value).toMatch(/^of \d+ from 1 earlier run, \d+ unchanged, 1 changed, 1 missing$/);
    expect(idsWith(report, 'fail', 'warn')).toEqual([]);
  });

  test('may have any content', async () => {
    const ledger = await emptyLedger();
    appendFileSync(ledger, `\u0000\n{"id":\n${'x'.repeat(300_000)}\n[]\nnull\n`);
    const before = readFileSync(ledger, 'utf8');
    const { report } = await simulate({ settings: { ledger, only: ['list.ok'] } });
    expect(report.exitCode).toBe(0);
    expect(report.warnings).toEqual(['5 of 5 lines of the ledger are not of this suite and were skipped.']);
    expect(readFileSync(ledger, 'utf8').startsWith(before)).toBe(true);
  });

  test('of any size is read at its end, and stays as it is', async () => {
    const ledger = await emptyLedger();
    truncateSync(ledger, 600 * 2 ** 20);
    appendFileSync(ledger, `\n${JSON.stringify({ baseUrl: 'http://a.test', run: 'r1', id: '7' })}\n{"half":`);
    const { size } = statSync(ledger);
    expect(await openLedger(ledger, '/')).toBe(ledger);
    const { lines, warnings } = readLedger(ledger);
    expect(lines).toEqual(['{"baseUrl":"http://a.test","run":"r1","id":"7"}']);
    expect(warnings).toEqual([
      'Only the last 64 MiB of the ledger were read: start a new file.',
      '1 of 2 lines of the ledger are not of this suite and were skipped.',
    ]);
    expect(statSync(ledger).size).toBe(size);
    appendToLedger(ledger, { id: '8' });
    appendToLedger(ledger, { id: '9' });
    expect(statSync(ledger).size - size).toBe('\n{"id":"8"}\n{"id":"9"}\n'.length);
  });

  test('that becomes a pipe during a run is not written to', async () => {
    const ledger = await emptyLedger();
    rmSync(ledger);
    execFileSync('mkfifo', [ledger]);
    expect(() => appendToLedger(ledger, { id: '8' })).toThrow(expect.objectContaining({ code: 'EFTYPE' }));
  });

  test('has no secret, and its pets are recognised all the same', async () => {
    const ledger = await emptyLedger();
    const settings = {
      ledger,
      only: ['create.*', 'list.*'],
      headers: [['X-Gateway', 'Bearer gate-token-1f2e']] as const,
    };
    const naming: Front = async (incoming, pass) => {
      const answer = await pass();
      if (!isCreation(incoming) || answer.kind !== 'response' || answer.status !== 201) return answer;
      const name = `${API_KEY} and gate-token-1f2e`;
      return { ...answer, body: Buffer.from(JSON.stringify({ ...JSON.parse(String(answer.body)), name })) };
    };
    await simulate({ front: naming, settings });
    const text = readFileSync(ledger, 'utf8');
    expect(findSecrets(text, [API_KEY, 'gate-token-1f2e'])).toEqual([]);
    const [line] = linesOf(ledger).filter(({ id }) => id);
    expect(line).toMatchObject({ name: '$PETSTORE_API_KEY and $PETSTORE_HEADERS', redacted: true });
    expect(earlierPets(text.split('\n'), 'http://reference.test/v1').map(({ id }) => id)).toContain(line?.id);
  });

  test('lists what a gateway hid: a creation answered with 504 after the service stored the pet', async () => {
    const ledger = await emptyLedger();
    let hidden = 0;
    const front: Front = async (incoming, pass) => {
      const answer = await pass();
      const isStored = isCreation(incoming) && answer.kind === 'response' && answer.status === 201;
      if (!isStored || hidden > 0) return answer;
      hidden += 1;
      return html(504);
    };
    const { report, service } = await simulate({ front, settings: { ledger, only } });
    const lines = linesOf(ledger).filter(({ removed }) => !removed);
    expect([hidden, lines.length, report.run.created.length]).toEqual([1, service.pets(), service.pets()]);
    expect(lines.filter(({ id }) => id === undefined)).toHaveLength(1);
    expect(idsWith(report, 'fail')).toEqual([]);
  });

  test.each(['create-crashes-after-storing', 'create-never-answered', 'no-effect'])(
    'lists every pet that may exist, and --max-creates bounds them: %s',
    async (fault) => {
      const ledger = await emptyLedger();
      // Stores whatever it refuses, or one of the faults.
      const front: Front = async (incoming, pass) => {
        const answer = await pass();
        const isRefused = answer.kind === 'response' && incoming.method === 'POST' && answer.status === 400;
        const [, name] = /"name": *"(conformance-[^"]+)"/.exec(Buffer.concat(incoming.pieces).toString()) ?? [];
        if (fault === 'no-effect' && isRefused && name !== undefined)
          service.store.keep({ id: BigInt(9_000 + stored++), name, categoryId: 1n });
        return answer;
      };
      let stored = 0;
      const service = { store: new Store() };
      const faults = fault === 'no-effect' ? [] : [fault];
      const limit = fault === 'no-effect' ? 60 : 5;
      const ran = await simulate({ front, faults, store: service.store, settings: { ledger, maxCreates: limit } });
      const pets = ran.service.store.all();
      expect(pets.length).toBeGreaterThan(0);
      // What a service stores although it refuses it comes on top, until a list shows one.
      expect(pets.length).toBeLessThanOrEqual(fault === 'no-effect' ? limit + 12 : limit);
      for (const listed of [linesOf(ledger), ran.report.run.created]) {
        const known = new Set(listed.flatMap(({ id, name }) => [id, name]));
        expect(pets.filter(({ id, name }) => !known.has(String(id)) && !known.has(name))).toEqual([]);
      }
    },
  );

  test('and counts it against --max-creates', async () => {
    const stored: string[] = [];
    const front: Front = async (incoming, pass) => {
      const answer = await pass();
      const isStored = isCreation(incoming) && answer.kind === 'response' && answer.status === 201;
      if (isStored) stored.push(incoming.target);
      return isStored && stored.length === 1 ? html(504) : answer;
    };
    const { report, service } = await simulate({ front, settings: { maxCreates: 20, only } });
    expect(service.pets()).toBeLessThanOrEqual(20);
    expect(report.run.creations).toBe(service.pets());
  });
});
