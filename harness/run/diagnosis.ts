import type { Api } from '../http/api.ts';
import { headerOf, type Reply } from '../http/reply.ts';
import { attempt } from '../verdict/verdicts.ts';

/** One sentence for a target that answers, but not as a Pet Store; undefined if it can be checked. */
export async function diagnose(replies: readonly Reply[], api: Api, baseUrl: string): Promise<string | undefined> {
  const [list] = replies;
  if (!list) return undefined;
  const all = (test: (reply: Reply) => boolean) => replies.every(test);
  if (all((reply) => reply.status === 401 || reply.status === 403)) {
    return `${baseUrl} refuses the API key on every operation (${list.status}). Check PETSTORE_API_KEY.`;
  }
  const elsewhere = all((reply) => reply.status >= 300 && reply.status < 400) && headerOf(list, 'location');
  if (elsewhere) {
    const there = elsewhere.replace(/\/pets\b.*$/, '');
    return `${baseUrl} redirects to ${there}, and redirects are not followed. If that is the service, give it as base URL.`;
  }
  if (all((reply) => reply.status >= 502 && reply.status <= 504)) {
    return gatewayAlone(baseUrl, list.status);
  }
  const { pathname } = new URL(baseUrl);
  if (pathname.endsWith('/pets') && all((reply) => reply.status >= 400)) {
    const shorter = baseUrl.slice(0, -'/pets'.length);
    return `${baseUrl} ends in /pets, which the suite adds itself: give ${shorter} as base URL.`;
  }
  const absent = all((reply) => [404, 405, 501].includes(reply.status)) && list.status !== 200;
  const foreign = all((reply) => !reply.json.ok);
  if (!absent && !foreign) return undefined;
  const found = absent ? `has no /pets (${list.status})` : `answers GET /pets with ${kindOfBody(list)}`;
  return `${baseUrl} ${found}: this is not the Pet Store interface. ${await advice(api, baseUrl)}`;
}

export function gatewayAlone(baseUrl: string, status: number): string {
  return `${baseUrl} answers ${status} to everything: the gateway is there, the service behind it is not.`;
}

function kindOfBody(reply: Reply): string {
  const type = headerOf(reply, 'content-type');
  if (/html/i.test(type ?? '') || /^\s*</.test(reply.text)) return 'a web page';
  return reply.text === '' ? `status ${reply.status} and no body` : `${type ?? 'something'} that is not JSON`;
}

async function advice(api: Api, baseUrl: string): Promise<string> {
  if (new URL(baseUrl).pathname.endsWith('/v1')) return 'Check the base URL.';
  const there = await attempt(api.undocumented('GET', '/v1/pets?limit=1'));
  return !(there instanceof Error) && there.status === 200 && there.json.ok
    ? `The base URL lacks its version path: use ${baseUrl}/v1.`
    : 'Check the base URL: its path should end in /v1.';
}
