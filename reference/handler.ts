import type { Answer, Message, Request } from './model.ts';
import { operations } from './operations.ts';
import { Refusal, refusal } from './refusal.ts';
import type { Route, Rules } from './rules.ts';
import type { Store } from './store.ts';

export interface Service {
  readonly rules: Rules;
  readonly store: Store;
  readonly apiKey: string;
}

/** Answers one request. Whatever a rule throws becomes an Error answer: nothing gets out of here. */
export async function handle(service: Service, request: Request): Promise<{ request: Request; message: Message }> {
  const { rules, store } = service;
  const route = rules.route(request.method, request.path);
  const routed = 'operation' in route ? { ...request, operation: route.operation } : request;
  const perform = () => settled(rules, routed, () => performed(service, routed, route));
  const answer = await rules.around(routed, perform, store).catch((error) => refused(rules, routed, error));
  return { request: routed, message: messageOf(rules, routed, answer) };
}

/** The key comes first: without it a client learns nothing, not even which addresses exist. */
function performed({ rules, store, apiKey }: Service, request: Request, route: Route): Answer {
  if (!rules.authorised(request, apiKey)) throw refusal('unauthorized');
  if ('refusal' in route) throw route.refusal;
  return operations[route.operation](rules, store, request);
}

function settled(rules: Rules, request: Request, perform: () => Answer): Answer {
  try {
    return perform();
  } catch (error) {
    return refused(rules, request, error);
  }
}

function refused(rules: Rules, request: Request, error: unknown): Answer {
  const reason = error instanceof Refusal ? error : refusal('internal');
  const status = rules.refusalStatus(reason, request);
  return { status, headers: reason.headers, content: rules.presentError(reason, status, request) };
}

function messageOf(rules: Rules, request: Request, answer: Answer): Message {
  if (answer.asIs !== undefined) return answer.asIs;
  const body = rules.encode(rules.write(answer.content, answer, request), answer, request);
  return { status: answer.status, headers: rules.headers(answer, request), body };
}
