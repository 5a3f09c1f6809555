import { type CredentialKind, decodeBody, type Reply } from '../../harness/http/reply.ts';
import type { Headers, Operation } from '../../harness/report/model.ts';

interface Parts {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Headers;
  readonly credential?: CredentialKind;
  readonly operation?: Operation;
}

/** A reply as the courier would have made it from this response. */
export function replyOf(parts: Parts = {}): Reply {
  const { status = 200, body = '', headers = [], credential = 'right', operation = 'listPets' } = parts;
  const request = { method: 'GET', path: '/v1/pets', headers: [] };
  return {
    ...decodeBody(Buffer.from(body)),
    exchange: {
      number: 1,
      requirement: 'list.ok',
      operation,
      request: { method: 'GET', url: 'http://target.test/v1/pets', headers: [] },
      response: { status, headers, body },
      startedAt: '2030-01-01T00:00:00.000Z',
      durationMs: 1,
    },
    request,
    operation,
    credential,
    documented: true,
    judged: true,
    status,
    headers,
    leaksKey: false,
  };
}
