import type { Alteration, Variant } from '../change.ts';
import { sentAs } from '../combinators/answer.ts';
import { forSome, type Which } from '../combinators/compose.ts';
import { isCreation } from '../combinators/requests.ts';
import { attempt } from '../combinators/values.ts';
import type { Answer, Request } from '../model.ts';
import type { Outgoing } from '../wire.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  414: 'URI Too Long',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** An answer that a proxy gives by itself, in its own format. */
function page(status: number): Answer {
  const title = `${status} ${TITLES[status]}`;
  const html = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\r\n`;
  const headers = { 'content-type': 'text/html', connection: 'close' };
  return { status, headers, content: null, asIs: { status, headers, body: Buffer.from(html) } };
}

/** The status with which a proxy answers a request by itself; undefined where it passes the request on. */
type Front = (request: Request) => number | undefined;

const behind =
  (front: Front): Alteration =>
  (rules) => ({
    around: async (answer, store, request) => {
      const status = front(request);
      return status === undefined ? rules.around(answer, store, request) : page(status);
    },
  });

/** The service has done its work, and the proxy loses the answer. */
const behindAfterTheWork =
  (status: number): Alteration =>
  (rules) => ({
    around: async (answer, store, request) => {
      await rules.around(answer, store, request);
      return page(status);
    },
  });

const LONGEST_URL = 8000;
const CONTROL_CHARACTER = /%(?:[01][0-9a-f]|7f)/i;

const hasOddHeader = ({ headers }: Request) => /[^\x20-\x7e\t]/.test(Object.values(headers).flat().join(' '));
const hasInvalidUtf8 = (url: string) => attempt(() => decodeURIComponent(url)) === undefined;

/** What nginx, HAProxy or Jetty refuses. */
const strict: Front = (request) => {
  const url = `${request.path}?${request.search}`;
  if (url.length > LONGEST_URL) return 414;
  return CONTROL_CHARACTER.test(url) || hasInvalidUtf8(url) || hasOddHeader(request) ? 400 : undefined;
};

const every =
  (nth: number, atMost = Number.POSITIVE_INFINITY): Which =>
  ({ serial }) =>
    serial % nth === 0 && serial / nth <= atMost;

const loses = (which: Which, status: number): Alteration => forSome(which)(behind(() => status));

/** Every nth creation, the first two times. */
const losesTwice =
  (nth: number, status: number): Alteration =>
  (rules) => {
    const left = new Map<string, number>();
    return loses((request) => {
      if (!isCreation(request)) return false;
      const body = request.body.toString();
      const times = left.get(body) ?? ((left.size + 1) % nth === 0 ? 2 : 0);
      left.set(body, times - 1);
      return times > 0;
    }, status)(rules);
  };

const OUTAGE_AFTER = 150;

/** Once in a run, for some time, requests get something else. */
const outage =
  (ms: number, during: (isDown: Which) => Alteration): Alteration =>
  (rules) => {
    let end: number | undefined;
    return during(({ serial }) => {
      if (serial > OUTAGE_AFTER) end ??= rules.now() + ms;
      return end !== undefined && rules.now() < end;
    })(rules);
  };

/** These requests never reach the service. */
const unheard =
  (which: Which, outgoing: Outgoing): Alteration =>
  (rules) => {
    const lost = new Set<number>();
    return {
      around: async (answer, store, request) => {
        if (!which(request)) return rules.around(answer, store, request);
        lost.add(request.serial);
        return page(503);
      },
      transmit: (message, request) => (lost.has(request.serial) ? outgoing : rules.transmit(message, request)),
    };
  };

const is =
  (wanted: number): Which =>
  ({ serial }) =>
    serial === wanted;

const TOO_OFTEN = { exitCode: 4 };

/** Proxies and containers in front of the service, which answer some requests by themselves, and interruptions. */
export const frontVariants: readonly Variant[] = [
  {
    name: 'front-as-strict-as-any',
    story: 'A proxy refuses in HTML whatever any proxy refuses.',
    change: behind(strict),
  },
  {
    name: 'bad-gateway-thrice',
    story: 'Every 150th request gets a 502 from a proxy, three times at most.',
    change: loses(every(150, 3), 502),
  },
  {
    name: 'bad-gateway-after-the-work',
    story: 'Every 150th answer, three at most, is lost in a proxy after the work is done.',
    change: forSome(every(150, 3))(behindAfterTheWork(502)),
  },
  {
    name: 'creation-times-out-in-the-gateway',
    story: 'The tenth creation gets a 504 from a proxy after the service has stored the pet.',
    change: (rules) => {
      let creations = 0;
      return {
        around: async (answer, store, request) => {
          const given = await rules.around(answer, store, request);
          creations += given.status === 201 ? 1 : 0;
          return given.status === 201 && creations === 10 ? page(504) : given;
        },
      };
    },
  },
  {
    name: 'outage-with-502',
    story: `After ${OUTAGE_AFTER} requests the proxy answers 502 for 1500 ms, once.`,
    change: outage(1500, (isDown) => loses(isDown, 502)),
  },
  {
    name: 'outage-with-503',
    story: `After ${OUTAGE_AFTER} requests the proxy answers 503 for 1500 ms, once.`,
    change: outage(1500, (isDown) => loses(isDown, 503)),
  },
  {
    name: 'restart',
    story: `After ${OUTAGE_AFTER} requests the service restarts, and connections are refused for 300 ms.`,
    change: outage(300, (isDown) => unheard(isDown, { kind: 'refused' })),
  },
  {
    name: 'connection-reset-twice',
    story: 'Every 170th request, two at most, is lost with its connection.',
    change: unheard(every(170, 2), { kind: 'dropped' }),
  },
  {
    name: 'answer-cut-off-once',
    story: 'The connection breaks inside the body of the 170th answer.',
    change: forSome(is(170))(
      sentAs((response) => ({ ...response, brokenAfter: Math.floor(response.body.length / 2) })),
    ),
  },
  {
    name: 'bad-gateways-all-the-time',
    story: 'Every 25th request gets a 502 from a proxy.',
    change: loses(every(25), 502),
    ...TOO_OFTEN,
  },
  {
    name: 'creations-lost-twice',
    story: 'A few creations get a 502 from a proxy, and another one when they are repeated.',
    change: losesTwice(80, 502),
  },
];
