import { createRequire } from 'node:module';

type Undici = typeof import('undici');
type Parts = Pick<Undici, 'Agent' | 'Pool' | 'buildConnector'>;

/** Only the client: fetch, WebSockets, caches and mocks take twice as long to load, before the first request is sent. */
export function loadParts(load: (path: string) => unknown = createRequire(import.meta.url)): Parts {
  try {
    const { prototype } = load('undici/lib/dispatcher/dispatcher.js') as { readonly prototype: object };
    Object.assign(prototype, load('undici/lib/api/index.js'));
    return {
      Agent: load('undici/lib/dispatcher/agent.js') as Undici['Agent'],
      Pool: load('undici/lib/dispatcher/pool.js') as Undici['Pool'],
      buildConnector: load('undici/lib/core/connect.js') as Undici['buildConnector'],
    };
  } catch {
    // Another version may have them elsewhere.
    return load('undici') as Undici;
  }
}

export const { Agent, Pool, buildConnector } = loadParts();
export type Agent = InstanceType<typeof Agent>;
export type Pool = InstanceType<typeof Pool>;
