import type { Exchange } from '../model/exchange.ts';
import type { WireRequest } from '../model/wire.ts';
import type { Sending } from './ask.ts';

/**
 * Plain requests that show whether the service is up and accepts the key. A service may have a defect in any of them, so
 * there are several shapes, and a request under suspicion is never its own control. A fetch of something else that was
 * answered with success becomes one more shape: an operation that fails as a whole is not a service that is down.
 */
export class Controls {
  /** The one that failed last comes last. */
  #shapes: readonly WireRequest[];
  #hasLearnt = false;
  /** One accepted request of each operation, to compare others with. */
  readonly #plain = new Map<string, Sending>();

  constructor(shapes: readonly WireRequest[]) {
    this.#shapes = shapes;
  }

  /** For a request that is suspected, or for none. */
  against(accused?: WireRequest): readonly WireRequest[] {
    return this.#shapes.filter((shape) => accused === undefined || nameOf(shape) !== nameOf(accused));
  }

  /** One that has not failed, if there is one. */
  next(accused?: WireRequest): Sending {
    const [shape] = this.against(accused);
    if (!shape) throw new Error('There is no control.');
    return controlOf(shape);
  }

  /** A plain request of the operation that was accepted, if it is not the one under suspicion. */
  plain(operation: string | undefined, accused: WireRequest): Sending | undefined {
    const known = this.#plain.get(operation ?? '');
    return known && nameOf(known.request) !== nameOf(accused) ? known : undefined;
  }

  /** A request with the key, and without any particular input, was answered with success. */
  noteSuccess({ request, creates }: Sending, operation: string | undefined): void {
    if (operation !== undefined && !this.#plain.has(operation))
      this.#plain.set(operation, { ...controlOf(request), creates });
    if (request.method !== 'GET') return;
    if (this.#hasLearnt || this.#shapes.some(({ path }) => placeOf(path) === placeOf(request.path))) return;
    this.#hasLearnt = true;
    this.#shapes = [...this.#shapes, request];
  }

  noteFailure({ request }: Exchange): void {
    const others = this.against(request);
    if (others.length < this.#shapes.length)
      this.#shapes = [...others, ...this.#shapes.filter((shape) => !others.includes(shape))];
  }
}

function placeOf(path: string): string {
  return path.replace(/\?.*/s, '');
}

function nameOf({ method, path, body = '' }: WireRequest): string {
  return `${method} ${path} ${body}`;
}

export function controlOf(request: WireRequest): Sending {
  return { request, probe: 'control', hasKey: true, creates: false };
}
