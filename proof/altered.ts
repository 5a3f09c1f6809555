import { createService, type Incoming, type Outgoing, type Service } from '../reference/service.ts';
import type { Response } from '../reference/wire.ts';
import { API_KEY, type World } from './simulation/simulate.ts';

export type Alter = (incoming: Incoming, response: Response) => Outgoing;

/** A conforming server behind something that changes its answers. */
export function altered(alter: Alter, pets = 0): Pick<World, 'serve'> {
  return {
    serve: (clock): Service => {
      const service = createService({ apiKey: API_KEY, clock, pets });
      const receive = async (incoming: Incoming) => {
        const outgoing = await service.receive(incoming);
        return outgoing.kind === 'response' ? alter(incoming, outgoing) : outgoing;
      };
      return { ...service, receive };
    },
  };
}

export function answer(response: Response, status: number, contentType: string, body: string): Response {
  return { ...response, status, headers: [['content-type', contentType]], body: Buffer.from(body) };
}
