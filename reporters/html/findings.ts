import type { Report, Result } from '../../harness/report/model.ts';
import { count } from '../text.ts';
import { replayCommand } from '../verdict.ts';
import { commandOf } from './command.ts';
import { differenceOf, type Piece } from './difference.ts';
import { exchangesOf } from './exchange.ts';
import { type Html, html, preformatted, shown } from './markup.ts';
import { markOf, OUTCOME_WORDS, withOutcome } from './outcomes.ts';
import { anchorOf, section } from './section.ts';

export function failures(report: Report): Html | undefined {
  const found = withOutcome(report.results, 'fail');
  return section('failures', 'Violations', found.length, html`${found.map((result) => finding(result, report, true))}`);
}

export function warnings(report: Report): Html | undefined {
  const found = withOutcome(report.results, 'warn');
  return section('warnings', 'Warnings', found.length, html`${found.map((result) => finding(result, report, false))}`);
}

/** Everything somebody needs to see it, and to see it again. */
function finding(result: Result, report: Report, lastOpen: boolean): Html {
  const { id, level, operation, outcome, statement } = result;
  const anchor = anchorOf(id);
  return html`<article class="finding" id="${anchor}" aria-labelledby="${anchor}-title">
<h3>${markOf(outcome)}<a href="#${anchor}" id="${anchor}-title"><span class="unheard">${OUTCOME_WORDS[outcome]}: </span>${shown(id)}</a><span class="level">${level}</span>${operation && html`<span class="operation">${operation}</span>`}</h3>
<p>${shown(statement)}</p>
<p class="section">Specification: ${shown(result.section)}</p>
${judgementOf(result)}
${result.reason === undefined ? undefined : html`<p>${shown(result.reason)}</p>`}
${counterexampleOf(result)}
${exchangesPart(result, lastOpen)}
${result.curl === undefined ? undefined : part('Send it again', commandOf(result.curl, `the curl command of ${id}`))}
${part('Judge it again', commandOf(replayCommand(result, report), `the replay command of ${id}`))}
</article>`;
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

function exchangesPart({ exchanges = [] }: Result, lastOpen: boolean): Html | undefined {
  if (exchanges.length === 0) return undefined;
  return part(count(exchanges.length, 'exchange'), exchangesOf(exchanges, lastOpen));
}

function part(title: string, content: Html): Html {
  return html`<div class="part"><h4>${title}</h4>${content}</div>`;
}
