import type { Report, Result } from '../../harness/report/model.ts';
import {
  effectiveOutcomeOf,
  isExcused,
  OUTCOME_WORDS,
  roundsInWords,
  violationsIn,
  warningsIn,
  withEffectiveOutcome,
} from '../effective-outcome.ts';
import { asSentence, evidenceOf } from '../evidence.ts';
import { replayCommand } from '../replay-command.ts';
import { count } from '../text.ts';
import { excuseSentence } from '../verdict.ts';
import { casesList } from './cases.ts';
import { commandOf } from './command.ts';
import { differenceOf, type Piece } from './difference.ts';
import { exchangesOf } from './exchange.ts';
import { markOf } from './mark.ts';
import { type Html, html, preformatted, shown } from './markup.ts';
import { anchorOf, section } from './section.ts';

export function failures(report: Report): Html | undefined {
  return findings('failures', 'Violations', violationsIn(report.results), report, true);
}

export function warnings(report: Report): Html | undefined {
  return findings('warnings', 'Warnings', warningsIn(report.results), report, false);
}

export function waived(report: Report): Html | undefined {
  return findings('waived', 'Waived', withEffectiveOutcome(report.results, 'waived'), report, false);
}

export function known(report: Report): Html | undefined {
  return findings('known', 'Known from the baseline', withEffectiveOutcome(report.results, 'known'), report, false);
}

function findings(
  id: string,
  title: string,
  found: readonly Result[],
  report: Report,
  lastOpen: boolean,
): Html | undefined {
  return section(id, title, found.length, html`${found.map((result) => finding(result, report, lastOpen))}`);
}

/** Everything that is needed to see it, and to see it again. */
function finding(result: Result, report: Report, lastOpen: boolean): Html {
  const { id, level, operation, statement } = result;
  const anchor = anchorOf(id);
  return html`<article class="finding" id="${anchor}" aria-labelledby="${anchor}-title">
<h3>${markOf(effectiveOutcomeOf(result))}<a href="#${anchor}" id="${anchor}-title"><span class="unheard">${standingInWords(result)}: </span>${shown(id)}</a><span class="level">${level}</span>${operation && html`<span class="operation">${operation}</span>`}${result.intermittent && html`<span class="operation">intermittent</span>`}</h3>
<p>${shown(statement)}</p>
<p class="section">Specification: ${shown(result.section)}</p>
${result.excuse && html`<p class="excuse">${shown(excuseSentence(result.excuse))}</p>`}
${judgementOf(result)}
${result.reason === undefined ? undefined : html`<p>${shown(result.reason)}</p>`}
${result.rounds && html`<p class="section">Rounds: ${roundsInWords(result)}</p>`}
${evidenceOf(result).map(({ label, clause }) => html`<p class="evidence"><span class="quiet">${label}</span> ${asSentence(clause)}</p>`)}
${counterexampleOf(result)}
${casesPart(result)}
${exchangesPart(result, lastOpen)}
${result.curl === undefined ? undefined : part('Send it again', commandOf(result.curl, `the curl command of ${id}`))}
${part('Check it again', commandOf(replayCommand(result, report), `the replay command of ${id}`))}
${result.fingerprint === undefined ? undefined : part('Fingerprint, for a waiver of this very violation', commandOf(result.fingerprint, `the fingerprint of ${id}`))}
</article>`;
}

/** "failed", or "waived, failed" */
function standingInWords(result: Result): string {
  const outcome = OUTCOME_WORDS[result.outcome];
  return isExcused(result) ? `${OUTCOME_WORDS[effectiveOutcomeOf(result)]}, ${outcome}` : outcome;
}

function judgementOf({ expected, actual }: Result): Html | undefined {
  if (expected === undefined && actual === undefined) return undefined;
  const difference = differenceOf(expected ?? '', actual ?? '');
  return html`<dl class="judgement">
<div class="expected"><dt>Expected</dt><dd>${piecesOf(difference.expected)}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${piecesOf(difference.actual)}</dd></div>
</dl>`;
}

function piecesOf(pieces: readonly Piece[]): Html {
  return html`${pieces.map(({ text, differs }) => (differs ? html`<mark>${shown(text)}</mark>` : shown(text)))}`;
}

function counterexampleOf({ counterexample }: Result): Html | undefined {
  if (counterexample === undefined) return undefined;
  const { value, seed, path } = counterexample;
  return part(
    'Smallest input that shows it',
    html`${preformatted(shown(value))}<p class="section">Found with seed ${seed}, path ${shown(path)}.</p>`,
  );
}

function casesPart(result: Result): Html | undefined {
  const list = casesList(result);
  return list && part(count(result.cases?.total ?? 0, 'failing case'), list);
}

function exchangesPart({ exchanges = [] }: Result, lastOpen: boolean): Html | undefined {
  if (exchanges.length === 0) return undefined;
  return part(count(exchanges.length, 'exchange'), exchangesOf(exchanges, lastOpen));
}

function part(title: string, content: Html): Html {
  return html`<div class="part"><h4>${title}</h4>${content}</div>`;
}
