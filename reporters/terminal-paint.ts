import { type EffectiveOutcome, LOOKS } from './effective-outcome.ts';

type Style = (text: string) => string;

export interface Paint {
  readonly good: Style;
  readonly bad: Style;
  readonly caution: Style;
  readonly quiet: Style;
  readonly strong: Style;
}

export function paintOf(colour: boolean): Paint {
  const style =
    (on: number, off: number): Style =>
    (text) =>
      colour && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { good: style(32, 39), bad: style(31, 39), caution: style(33, 39), quiet: style(2, 22), strong: style(1, 22) };
}

export function markOf(effective: EffectiveOutcome, paint: Paint): string {
  const { mark, tone } = LOOKS[effective];
  return paint[tone](mark);
}
