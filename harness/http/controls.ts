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
  readonly #accepted = new Set<string>();
  /** A creation that was accepted, to compare others with. */
  #creation: WireRequest | undefined;

  constructor(shapes: readonly WireRequest[]) {
    this.#shapes = shapes;
  }

  /** For a request that is suspected, or for none. */
  against(accused?: WireRequest): readonly WireRequest[] {
    return this.#shapes.filter((shape) => accused === undefined || nameOf(shape) !== nameOf(accused));
  }

  /** One that has not failed, if there is one. */
  next(): Sending {
    const [shape] = this.#shapes;
    if (!shape) throw new Error('There is no control.');
    return controlOf(shape);
  }

  /** Those that can be relied on. Nobody knows which, as long as none was accepted. */
  reliable(accused: WireRequest): readonly WireRequest[] {
    const all = this.against(accused);
    const proven = all.filter((shape) => this.wasAccepted(shape));
    return proven.length > 0 ? proven : all;
  }

  wasAccepted(shape: WireRequest): boolean {
    return this.#accepted.has(nameOf(shape));
  }

  get creation(): WireRequest | undefined {
    return this.#creation;
  }

  /** A request with the key, and without any particular input, was answered with success. */
  noteSuccess(request: WireRequest, creates: boolean): void {
    if (creates) this.#creation ??= request;
    if (request.method !== 'GET') return;
    this.#accepted.add(nameOf(request));
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

function nameOf({ method, path }: WireRequest): string {
  return `${method} ${path}`;
}

export function controlOf(request: WireRequest): Sending {
  return { request, probe: 'control', hasKey: true, creates: false };
}
