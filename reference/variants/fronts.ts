import type { Variant } from '../change.ts';
import type { Answer, Request } from '../model.ts';

/** An answer that a proxy gives by itself, in its own format. */
function pageOf(status: number, title: string): Answer {
  const html = `<html><head><title>${status} ${title}</title></head><body><h1>${status} ${title}</h1></body></html>\r\n`;
  const headers = { 'content-type': 'text/html', connection: 'close' };
  return { status, headers, content: null, asIs: { status, headers, body: Buffer.from(html) } };
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  414: 'URI Too Long',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const page = (status: number) => pageOf(status, TITLES[status] ?? 'Error');

/** The status with which a proxy answers a request by itself; undefined where it passes the request on. */
type Front = (request: Request) => number | undefined;

const LONGEST_URL = 8000;

const urlOf = ({ path, search }: Request) => `${path}?${search}`;
const hasMalformedEscape = (url: string) => /%(?![0-9a-f]{2})/i.test(url);
const hasNul = (url: string) => /%00/.test(url);
const hasControlCharacter = (url: string) => /%(?:[01][0-9a-f]|7f)/i.test(url);
const isBeyondAscii = (text: string) => /[^\x20-\x7e\t]/.test(text);

const hasInvalidUtf8 = (url: string) => {
  try {
    decodeURIComponent(url);
    return false;
  } catch {
    return true;
  }
};

const hasOddHeader = ({ headers }: Request) =>
  Object.values(headers).some((values) => values?.some((value) => isBeyondAscii(value)));

const nginx: Front = (request) => {
  const url = urlOf(request);
  if (url.length > LONGEST_URL) return 414;
  return hasNul(url) || hasMalformedEscape(url) ? 400 : undefined;
};

const haproxy: Front = (request) => {
  const url = urlOf(request);
  return url.length > LONGEST_URL || hasControlCharacter(url) || hasOddHeader(request) ? 400 : undefined;
};

const jetty: Front = (request) => {
  const url = urlOf(request);
  if (url.length > LONGEST_URL) return 414;
  return hasControlCharacter(url) || hasInvalidUtf8(url) ? 400 : undefined;
};

const strictest: Front = (request) => nginx(request) ?? haproxy(request) ?? jetty(request);

const behind = (name: string, story: string, front: Front): Variant => ({
  name,
  story,
  change: (rules) => ({
    around: async (request, answer, store) => {
      const status = front(request);
      return status === undefined ? rules.around(request, answer, store) : page(status);
    },
  }),
});

interface Interruptions {
  /** Every nth request is interrupted. */
  readonly nth: number;
  readonly atMost: number;
  readonly status: number;
}

/** A proxy that loses some requests on their way to the service. */
const loses = (name: string, story: string, { nth, atMost, status }: Interruptions, exitCode?: number): Variant => ({
  name,
  story,
  ...(exitCode === undefined ? {} : { exitCode }),
  change: (rules) => ({
    around: async (request, answer, store) =>
      request.serial % nth === 0 && request.serial / nth <= atMost
        ? page(status)
        : rules.around(request, answer, store),
  }),
});

const OUTAGE_AFTER = 150;
const OUTAGE_MS = 1500;

const outage = (name: string, status: number): Variant => ({
  name,
  story: `After ${OUTAGE_AFTER} requests the proxy answers ${status} for ${OUTAGE_MS} ms, once.`,
  change: (rules) => {
    let end: number | undefined;
    return {
      around: async (request, answer, store) => {
        if (request.serial > OUTAGE_AFTER) end ??= performance.now() + OUTAGE_MS;
        return end !== undefined && performance.now() < end ? page(status) : rules.around(request, answer, store);
      },
    };
  },
});

const TOO_OFTEN = 4;

/** Proxies and containers in front of the service, which answer some requests by themselves. */
export const frontVariants: readonly Variant[] = [
  behind('front-like-nginx', 'A proxy refuses NUL, malformed escapes and long URLs in HTML.', nginx),
  behind(
    'front-like-haproxy',
    'A proxy refuses control characters, long URLs and headers beyond ASCII in HTML.',
    haproxy,
  ),
  behind('front-like-jetty', 'The container refuses control characters and invalid UTF-8 in URLs in HTML.', jetty),
  behind('front-as-strict-as-any', 'A proxy refuses in HTML whatever any proxy refuses.', strictest),
  loses('bad-gateway-thrice', 'Every 150th request gets a 502 from a proxy, three times at most.', {
    nth: 150,
    atMost: 3,
    status: 502,
  }),
  loses('gateway-timeout-once', 'The 200th request gets a 504 from a proxy.', { nth: 200, atMost: 1, status: 504 }),
  {
    name: 'bad-gateway-after-the-work',
    story: 'Every 150th answer, three at most, is lost in a proxy after the service has done its work.',
    change: (rules) => ({
      around: async (request, answer, store) => {
        const given = await rules.around(request, answer, store);
        return request.serial % 150 === 0 && request.serial <= 450 ? page(502) : given;
      },
    }),
  },
  outage('outage-with-502', 502),
  outage('outage-with-503', 503),
  loses(
    'ten-bad-gateways',
    'Every 40th request gets a 502 from a proxy, ten times: too often to be chance.',
    { nth: 40, atMost: 10, status: 502 },
    TOO_OFTEN,
  ),
  loses(
    'bad-gateways-all-the-time',
    'Every 25th request gets a 502 from a proxy.',
    { nth: 25, atMost: Number.POSITIVE_INFINITY, status: 502 },
    TOO_OFTEN,
  ),
];
