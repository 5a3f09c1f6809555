import type { Environment } from '../harness/settings/settings.ts';
import type { Output } from './io.ts';

const USUAL_WIDTH = 100;

/** By the usual conventions: FORCE_COLOR decides, then NO_COLOR, then whether somebody is looking. */
export function colourOf(output: Output, env: Environment): boolean {
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  return output.isTTY === true && env.TERM !== 'dumb';
}

export function widthOf(output: Output): number {
  return output.columns ?? USUAL_WIDTH;
}
