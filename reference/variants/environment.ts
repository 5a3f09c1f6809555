import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Alteration, Variant } from '../change.ts';
import { beforeKey } from '../combinators/access.ts';
import { headers, sentAs, slowed } from '../combinators/answer.ts';
import { anyAnswer } from '../combinators/answers.ts';
import { all, forSome, type Which } from '../combinators/compose.ts';
import { deny, turnAway } from '../combinators/failures.ts';
import { isFirstAfter } from '../combinators/requests.ts';
import type { Rules } from '../rules.ts';
import { everyNth } from '../turns.ts';
import type { HeaderPairs, Response } from '../wire.ts';
import { needsShortPages } from './variant.ts';

const FULL = needsShortPages('There are more pets than fit on a page, so what is missing from one proves little.');

/** Turns a request away from time to time and says when to come back. */
const busy =
  (status: number, isTurnedAway: (rules: Rules) => () => boolean, after = (_now: number) => '1'): Alteration =>
  (rules) => {
    const isDue = isTurnedAway(rules);
    return {
      around: async (answer, store, request) =>
        isDue() ? turnAway(status, after(rules.now())) : rules.around(answer, store, request),
    };
  };

const byDate = (now: number) => new Date(now + 1000).toUTCString();
const everyEightieth = () => everyNth(80);
const moreInASecond = (most: number) => (rules: Rules) => {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(rules.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    return count > most;
  };
};

/** So many requests at once, each of which takes a moment, are too many. */
const crowded =
  (tooMany: number): Alteration =>
  (rules) => {
    let inFlight = 0;
    return {
      around: async (answer, store, request) => {
        inFlight += 1;
        await rules.sleep(5);
        const isTooMuch = inFlight >= tooMany;
        inFlight -= 1;
        return isTooMuch ? turnAway(503) : rules.around(answer, store, request);
      },
    };
  };

const withHeaders = (alter: (pairs: HeaderPairs) => HeaderPairs): Alteration =>
  sentAs((response) => ({ ...response, headers: alter(response.headers) }));
const without = (unwanted: string) => (pairs: HeaderPairs) => pairs.filter(([name]) => name !== unwanted);

const inChunks = (response: Response): Response => {
  const { length } = response.body;
  const ends = Array.from({ length: Math.ceil(length / 61) }, (_, index) => Math.min(length, (index + 1) * 61));
  return { ...response, headers: without('content-length')(response.headers), chunkEnds: ends };
};
const preceded = (status: number, pairs: HeaderPairs): Alteration =>
  sentAs((response) => ({ ...response, informational: [{ status, headers: pairs }] }));

const unchanged: Alteration = () => ({});
const CODINGS = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync } as const;

/** Each coding that a client offers, in turn. */
const inCodings =
  (codings: Readonly<Record<string, (body: Buffer) => Buffer>>): Alteration =>
  (rules) => ({
    transmit: (message, request) => {
      const offered = (request.headers['accept-encoding'] ?? []).join();
      const usable = Object.keys(codings).filter((coding) => new RegExp(`\\b${coding}\\b`).test(offered));
      const coding = usable[request.serial % usable.length];
      if (coding === undefined) return rules.transmit(message, request);
      const encoded = { ...message.headers, 'content-encoding': coding, vary: 'Accept-Encoding, Accept' };
      return rules.transmit(
        { ...message, headers: encoded, body: codings[coding]?.(message.body) ?? message.body },
        request,
      );
    },
  });

/** A client that names types, and none that JSON is one of. */
const takesNoJson: Which = ({ headers: sent }) =>
  sent.accept !== undefined && !/\*\/\*|application\/(\*|json)/.test(sent.accept.join());

/** The circumstances in which real servers live. */
export const environmentVariants: readonly Variant[] = [
  { name: 'slow', story: 'Every answer takes 50 ms.', change: slowed(() => 50) },
  {
    name: 'jittery',
    story: 'Answers take up to 60 ms and overtake each other.',
    change: slowed((_request, random) => random() * 60),
  },
  {
    name: 'slow-after-silence',
    story: 'Requests are counted in a header, and the first after 300 ms of silence takes 400 ms longer.',
    change: all(forSome(isFirstAfter(300))(slowed(() => 400)), (rules) => ({
      headers: (given, request) => ({ ...rules.headers(given, request), 'x-request-count': `${request.serial}` }),
    })),
  },
  {
    name: 'rate-limited',
    story: 'More than 60 requests in a second get 429, for a second.',
    change: busy(429, moreInASecond(60)),
  },
  {
    name: 'overloaded-now-and-then',
    story: 'Every eightieth request gets 503, for a second.',
    change: busy(503, everyEightieth),
  },
  {
    name: 'overloaded-until-a-date',
    story: 'Every eightieth request gets 503 with the date when to come back.',
    change: busy(503, everyEightieth, byDate),
  },
  {
    name: 'overloaded-by-eight-at-once',
    story: 'The eighth request at once gets 503, for a second.',
    change: crowded(8),
  },
  {
    name: 'as-in-http-1-0',
    story: 'Bodies have no length and end with the connection.',
    change: sentAs((response) => ({
      ...response,
      headers: [...without('content-length')(response.headers), ['connection', 'close']],
      endsWithConnection: true,
    })),
  },
  {
    name: 'headers-in-capitals',
    story: 'The names of headers are written in capitals.',
    change: withHeaders((pairs) => pairs.map(([name, value]) => [name.toUpperCase(), value])),
  },
  {
    name: 'header-values-in-blanks',
    story: 'The values of headers have tabs and blanks around them.',
    change: withHeaders((pairs) =>
      pairs.map(([name, value]) => [name, name === 'content-length' ? value : `\t ${value} \t `]),
    ),
  },
  { name: 'chunked', story: 'Bodies come in small chunks, cut anywhere.', change: sentAs(inChunks) },
  {
    name: 'continue-unasked',
    story: 'Every response comes after a 100 Continue that nobody asked for.',
    change: preceded(100, []),
  },
  {
    name: 'early-hints',
    story: 'Every response follows a 103 with a link.',
    change: preceded(103, [['link', '</v1/style.css>; rel=preload']]),
  },
  {
    name: 'compressed-in-turns',
    story: 'Each answer is in another one of the codings that its client offers.',
    change: inCodings(CODINGS),
  },
  {
    name: 'deflated-without-a-wrapper',
    story: 'Answers are deflated without the header of zlib, as many servers do.',
    change: inCodings({ deflate: deflateRawSync }),
  },
  {
    name: 'nothing-acceptable',
    story: 'A client that takes no JSON gets 406.',
    change: beforeKey((_rules, request) => {
      if (takesNoJson(request)) deny(406, 'not_acceptable');
    }),
  },
  {
    name: 'many-headers',
    story: 'Answers carry the headers of caches, browsers, quotas and pages.',
    change: headers(anyAnswer, {
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=63072000',
      'x-ratelimit-limit': '100000',
      'x-ratelimit-remaining': '99999',
      'x-total-count': '7',
      link: '</v1/pets?cursor=2>; rel="next"',
    }),
  },
  { name: 'fifteen-pets', story: '15 pets exist already.', change: unchanged, pets: 15 },
  { name: 'hundred-pets', story: '100 pets exist already.', change: unchanged, pets: 100, ...FULL },
  { name: 'hundred-and-one-pets', story: '101 pets exist already.', change: unchanged, pets: 101, ...FULL },
  { name: 'five-thousand-pets', story: '5000 pets exist already.', change: unchanged, pets: 5000, ...FULL },
  {
    name: 'five-thousand-pets-in-every-status',
    story: '5000 pets exist already, more than 1000 of them in every status.',
    change: unchanged,
    pets: 5000,
    everyStatus: true,
    ...FULL,
  },
];
