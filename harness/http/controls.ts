import type { Exchange } from '../model/exchange.ts';
import type { WireRequest } from '../model/wire.ts';
import type { Ask } from './ask.ts';

/**
 * Plain requests that show whether the server is there and accepts the key. A server may have a defect in any of them, so
 * there are several shapes, and a suspect is never its own control. A fetch of something else that was answered with
 * success becomes one more shape: an operation that fails as a whole is not a server that is away.
 */
export class Controls {
  /** The one that failed last comes last. */
  #shapes: readonly WireRequest[];
  #hasLearnt = false;

  constructor(shapes: readonly WireRequest[]) {
    this.#shapes = shapes;
  }

  /** One that has not failed, if there is one. */
  next(suspect?: WireRequest): Ask {
    const request = this.#shapes.find((shape) => suspect === undefined || nameOf(shape) !== nameOf(suspect));
    if (!request) throw new Error('There is no control.');
    return controlOf(request);
  }

  /** A plain request with the key was answered with success. */
  noteSuccess({ request }: Ask): void {
    if (request.method !== 'GET' || this.#hasLearnt) return;
    if (this.#shapes.some(({ path }) => placeOf(path) === placeOf(request.path))) return;
    this.#hasLearnt = true;
    this.#shapes = [...this.#shapes, request];
  }

  noteFailure({ request }: Exchange): void {
    const isIt = (shape: WireRequest) => nameOf(shape) === nameOf(request);
    if (this.#shapes.some(isIt))
      this.#shapes = [...this.#shapes.filter((shape) => !isIt(shape)), ...this.#shapes.filter(isIt)];
  }
}

function placeOf(path: string): string {
  return path.replace(/\?.*/s, '');
}

function nameOf({ method, path, body = '' }: WireRequest): string {
  return `${method} ${path} ${body}`;
}

export function controlOf(request: WireRequest): Ask {
  return { request, probe: 'control', hasKey: true, creates: false };
}
