import { type EffectiveOutcome, LOOKS } from './effective-outcome.ts';

export type Paint = ReturnType<typeof paintOf>;

export function paintOf(colour: boolean) {
  const style = (on: number, off: number) => (text: string) =>
    colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { good: style(32, 39), bad: style(31, 39), caution: style(33, 39), quiet: style(2, 22), strong: style(1, 22) };
}

export function markOf(effective: EffectiveOutcome, paint: Paint): string {
  const { mark, tone } = LOOKS[effective];
  return paint[tone](mark);
}
