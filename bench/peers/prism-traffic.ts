/** What a client sends through Prism: documented requests, and the refusals that the specification documents. */
interface Traffic {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
  readonly authorization?: string | null;
}

interface Violation {
  readonly location: readonly string[];
}

const valid = { name: ' Zoë "小花" ', categoryId: 3, status: 'sold' };
const UNKNOWN_ID = '9007199254740991';

function traffic(id: string): readonly Traffic[] {
  const lists = ['', '?limit=1', '?limit=37', '?limit=100', '?status=available', '?status=pending', '?status=sold'];
  const bodies = [
    { name: 'Rex', categoryId: 0 },
    { categoryId: 1 },
    { name: 'Rex' },
    { name: 7, categoryId: 1 },
    { name: null, categoryId: 1 },
    { name: 'Rex', categoryId: '1' },
    { name: 'Rex', categoryId: 1.5 },
    { name: 'Rex', categoryId: 1, status: 'SOLD' },
    { name: 'Rex', categoryId: 1, status: null },
    [],
  ];
  const refused = [null, 'Bearer wrong'].flatMap((authorization): readonly Traffic[] => [
    { method: 'GET', path: '/pets', authorization },
    { method: 'POST', path: '/pets', body: valid, authorization },
    { method: 'GET', path: '/pets/1', authorization },
  ]);
  return [
    ...lists.map((query): Traffic => ({ method: 'GET', path: `/pets${query}` })),
    ...bodies.map((body): Traffic => ({ method: 'POST', path: '/pets', body })),
    { method: 'GET', path: `/pets/${id}` },
    { method: 'GET', path: `/pets/${UNKNOWN_ID}` },
    ...refused,
  ];
}

/** Whether Prism objects to a response, or lets pass a success that answers a request to which it objects. */
export async function prismObjects(proxy: string, apiKey: string): Promise<boolean> {
  try {
    const created = await send(proxy, apiKey, { method: 'POST', path: '/pets', body: valid });
    if (created.objects) return true;
    for (const item of traffic(/"id":\s*(-?\d+)/.exec(created.body)?.[1] ?? '1'))
      if ((await send(proxy, apiKey, item)).objects) return true;
    return false;
  } catch {
    // A client whose connection breaks or hangs has found something, too.
    return true;
  }
}

async function send(proxy: string, apiKey: string, { method, path, body, authorization }: Traffic) {
  const headers = new Headers({ 'content-type': 'application/json' });
  if (authorization !== null) headers.set('authorization', authorization ?? `Bearer ${apiKey}`);
  const response = await fetch(`${proxy}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const violations = JSON.parse(response.headers.get('sl-violations') ?? '[]') as readonly Violation[];
  const about = (part: string) => violations.some(({ location }) => location[0] === part);
  // Prism answers 5xx by itself where the server does not answer.
  const objects = about('response') || (about('request') && response.ok) || response.status >= 500;
  return { body: await response.text(), objects };
}
