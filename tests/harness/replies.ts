import type { WireRequest } from '../../harness/http/http-client.ts';
import { decodeBody } from '../../harness/http/received-body.ts';
import { RecordedBody } from '../../harness/http/recorded-body.ts';
import type { CredentialKind, Reply } from '../../harness/http/reply.ts';
import type { Headers, Operation } from '../../harness/report/model.ts';
import { Redactor } from '../../harness/secrets/redact.ts';

interface Parts extends Partial<Pick<Reply, 'documented' | 'checked' | 'toBeRefused' | 'superseded' | 'sentAt'>> {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Headers;
  readonly credential?: CredentialKind;
  readonly operation?: Operation;
  readonly requirement?: string;
  readonly number?: number;
  readonly request?: Partial<WireRequest>;
}

/** A reply as the transport makes it from this response. */
export function replyOf(parts: Parts = {}): Reply {
  const { status = 200, body = '', headers = [], credential = 'right', operation = 'listPets', ...rest } = parts;
  const { requirement = 'list.ok', number = 1, sentAt = 0, documented = true, checked = true } = rest;
  const request = { method: 'GET', path: '/v1/pets', headers: [], ...rest.request };
  const { toBeRefused, superseded } = rest;
  return {
    ...decodeBody(Buffer.from(body)),
    exchange: {
      number,
      requirement,
      operation,
      request: { method: request.method, url: `http://target.test${request.path}`, headers: [] },
      response: { status, headers, body },
      startedAt: '2030-01-01T00:00:00.000Z',
      durationMs: 1,
    },
    request,
    operation,
    credential,
    documented,
    checked,
    ...(toBeRefused && { toBeRefused }),
    ...(superseded && { superseded }),
    sentAt,
    answeredAt: sentAt + 1,
    status,
    headers,
    body: new RecordedBody(Buffer.from(body), new Redactor('a-key-that-no-test-has-in-a-body')),
    leaksKey: () => false,
  };
}

/** The reply to a creation with this body. */
export function creationReply(sent: unknown, status: number, body: unknown, parts: Parts = {}): Reply {
  return replyOf({
    operation: 'createPet',
    status,
    body: JSON.stringify(body),
    request: { method: 'POST', body: JSON.stringify(sent) },
    ...parts,
  });
}
