import type { Answer, Message, Request } from './model.ts';
import { operations } from './operations.ts';
import { Refusal, refusal } from './refusal.ts';
import type { Route, Rules } from './rules.ts';
import type { Store } from './store.ts';
import type { Outgoing } from './wire.ts';

/** What requests are answered from. */
export interface Setup {
  readonly rules: Rules;
  readonly store: Store;
  readonly apiKey: string;
}

/** Answers one request. Whatever a rule throws becomes an Error answer: nothing gets out of here. */
export async function handle(setup: Setup, incoming: Request): Promise<Outgoing> {
  const { rules } = setup;
  const route = rules.route(incoming);
  const request = 'operation' in route ? Object.assign(incoming, { operation: route.operation }) : incoming;
  const answer = await answered(setup, request, route).catch((error) => refused(rules, request, error));
  answer.afterwards?.();
  return rules.transmit(messageOf(rules, request, answer), request);
}

async function answered(setup: Setup, request: Request, route: Route): Promise<Answer> {
  const { rules, store } = setup;
  const answer = await rules.around(() => settled(setup, request, route), store, request);
  return answer.asIs === undefined ? rules.finish(answer, store, request) : answer;
}

function settled(setup: Setup, request: Request, route: Route): Answer {
  try {
    return performed(setup, request, route);
  } catch (error) {
    return refused(setup.rules, request, error);
  }
}

/** The key comes first: without it a client learns nothing, not even which addresses exist. */
function performed({ rules, store, apiKey }: Setup, request: Request, route: Route): Answer {
  if (!rules.authorised(apiKey, store, request)) throw refusal('unauthorized');
  if ('refusal' in route) throw route.refusal;
  return operations[route.operation](rules, store, request);
}

function refused(rules: Rules, request: Request, error: unknown): Answer {
  const reason = error instanceof Refusal ? error : refusal('internal');
  const status = rules.refusalStatus(reason, request);
  return { status, headers: reason.headers, content: rules.presentError(reason, status, request) };
}

function messageOf(rules: Rules, request: Request, answer: Answer): Message {
  if (answer.asIs !== undefined) return answer.asIs;
  const body = rules.encode(rules.write(answer.content, request), answer, request);
  return { status: answer.status, headers: rules.headers(answer, request), body };
}
