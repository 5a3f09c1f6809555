import type { CaseReport, Report, Result } from '../../harness/report/model.ts';
import { effectiveOutcomeOf, isExcused, LOOKS, roundsInWords } from '../effective-outcome.ts';
import { asSentence, casesOf, evidenceOf } from '../evidence.ts';
import { replayCommand } from '../replay-command.ts';
import { count } from '../text.ts';
import { excuseSentence } from '../verdict.ts';
import { differenceOf, type Piece } from './difference.ts';
import { anchorOf, commandOf, markOf, section } from './elements.ts';
import { exchangesOf } from './exchange.ts';
import { type Html, html, preformatted, shown } from './markup.ts';

export function findings(id: string, title: string, found: readonly Result[], report: Report): Html | undefined {
  const items = found.map((result) => finding(result, report, id === 'failures'));
  return section(id, title, found.length, items);
}

function finding(result: Result, report: Report, lastOpen: boolean): Html {
  const { id, level, operation, statement } = result;
  const anchor = anchorOf(id);
  return html`<article class="finding" id="${anchor}" aria-labelledby="${anchor}-title">
<h3>${markOf(effectiveOutcomeOf(result))}<a href="#${anchor}" id="${anchor}-title"><span class="unheard">${outcomeInWords(result)}: </span>${shown(id)}</a><span class="level">${level}</span>${operation && html`<span class="operation">${operation}</span>`}${result.intermittent && html`<span class="operation">intermittent</span>`}</h3>
<p>${shown(statement)}</p>
<p class="section">Specification: ${shown(result.section)}</p>
${result.excuse && html`<p class="excuse">${shown(excuseSentence(result.excuse))}</p>`}
${expectedAndActual(result)}
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
function outcomeInWords(result: Result): string {
  const outcome = LOOKS[result.outcome].word;
  return isExcused(result) ? `${LOOKS[effectiveOutcomeOf(result)].word}, ${outcome}` : outcome;
}

function expectedAndActual({ expected, actual }: Result): Html | undefined {
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
  const { cases, others } = casesOf(result);
  if (cases.length === 0) return undefined;
  const items = cases.map((one, index) => caseItem(one, index + 1, result));
  const rest = others === undefined ? undefined : html`<p class="section">${others}</p>`;
  return part(count(result.cases?.total ?? 0, 'failing case'), html`<ol class="cases">${items}</ol>${rest}`);
}

function caseItem({ input, expected, actual, curl, exchange }: CaseReport, number: number, result: Result): Html {
  const otherwise =
    expected === result.expected ? undefined : html` <span class="quiet">expected</span> ${shown(expected)}`;
  const from = exchange === undefined ? undefined : html` <span class="quiet">exchange ${exchange}</span>`;
  return html`<li><p><code>${shown(input)}</code> → ${shown(actual)}${otherwise}${from}</p>${
    curl === undefined ? undefined : commandOf(curl, `the curl command of case ${number} of ${result.id}`)
  }</li>`;
}

function exchangesPart({ exchanges = [] }: Result, lastOpen: boolean): Html | undefined {
  if (exchanges.length === 0) return undefined;
  return part(count(exchanges.length, 'exchange'), exchangesOf(exchanges, lastOpen));
}

function part(title: string, content: Html): Html {
  return html`<div class="part"><h4>${title}</h4>${content}</div>`;
}
