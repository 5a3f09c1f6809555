import type { Report, Verdict } from '../harness/report/model.ts';
import { interruptionsInWords } from './evidence.ts';
import { forecastOf, isFullSoon } from './occupancy.ts';
import { countsOf } from './terminal-counts.ts';
import type { Page } from './terminal-findings.ts';
import type { Paint } from './terminal-paint.ts';
import { count, wrap } from './text.ts';
import { verdictSentence } from './verdict.ts';

export function figuresLines({ report, paint, width }: Page): readonly string[] {
  const interruptions = interruptionsInWords(report.run);
  const forecast = isFullSoon(report) ? forecastOf(report) : undefined;
  return [
    ...wrap(countsInWords(report), width),
    paint.quiet(effortInWords(report)),
    ...(interruptions === undefined ? [] : wrap(interruptions, width)),
    ...(forecast === undefined ? [] : wrap(forecast, width)),
  ];
}

export function countsInWords({ results, observations }: Report): string {
  const observed = observations.length > 0 ? [count(observations.length, 'observation')] : [];
  return [...countsOf(results), ...observed].join(', ');
}

export function effortInWords({ run }: Report): string {
  const { requests, creations, durationMs, seed } = run;
  const seconds = (durationMs / 1000).toFixed(1);
  return `${count(requests, 'request')}, ${count(creations, 'creation')}, ${seconds} s, seed ${seed}`;
}

/** The one line to read when only one is read. */
export function closingLine({ report, paint }: Page): string {
  const { mark, style } = lookOf(report);
  return `${paint[style](`${mark} ${verdictSentence(report)}`)} ${paint.quiet(`(exit code ${report.exitCode})`)}`;
}

/** A run that fails must not look like one that passes, even where the target conforms. */
function lookOf({ verdict, exitCode }: Report): Look {
  return verdict === 'conforming' && exitCode !== 0 ? { mark: '!', style: 'caution' } : LOOKS[verdict];
}

interface Look {
  readonly mark: string;
  readonly style: keyof Paint;
}

const LOOKS: Readonly<Record<Verdict, Look>> = {
  conforming: { mark: '✓', style: 'good' },
  violating: { mark: '✗', style: 'bad' },
  incomplete: { mark: '?', style: 'caution' },
  untested: { mark: '?', style: 'caution' },
};
