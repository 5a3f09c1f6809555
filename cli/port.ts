import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostOf, isLoopback, portOf } from '../harness/settings/hosts.ts';
import type { RunSettings } from '../harness/settings/settings.ts';

const POLL_MS = 100;

/** Whether somebody listens at the address. True of other machines, and behind a proxy: nobody asks there. */
async function isListening({ baseUrl, connectTo, proxy }: RunSettings): Promise<boolean> {
  if (!isLoopback(baseUrl) || connectTo !== undefined || proxy !== undefined) return true;
  const socket = connect(Number(portOf(baseUrl)), hostOf(baseUrl).replace(/^\[|\]$/g, ''));
  const isOpen = await once(socket, 'connect').catch(() => undefined);
  socket.destroy();
  return isOpen !== undefined;
}

export async function untilListening(settings: RunSettings, signal: AbortSignal, onWait: () => void): Promise<void> {
  for (let attempt = 0; !signal.aborted && !(await isListening(settings)); attempt += 1) {
    if (attempt === 0) onWait();
    await pause(signal);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
}
