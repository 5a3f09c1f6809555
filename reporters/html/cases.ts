import type { CaseReport, Result } from '../../harness/report/model.ts';
import { casesOf } from '../evidence.ts';
import { commandOf } from './command.ts';
import { type Html, html, shown } from './markup.ts';

/** Every listed case, each with a command that sends it again. */
export function casesList(result: Result): Html | undefined {
  const { cases, others } = casesOf(result);
  if (cases.length === 0) return undefined;
  return html`<ol class="cases">${cases.map((one, index) => caseItem(one, index + 1, result))}</ol>${
    others === undefined ? undefined : html`<p class="section">${others}</p>`
  }`;
}

function caseItem({ input, expected, actual, curl, exchange }: CaseReport, number: number, result: Result): Html {
  const otherwise =
    expected === result.expected ? undefined : html` <span class="quiet">expected</span> ${shown(expected)}`;
  const from = exchange === undefined ? undefined : html` <span class="quiet">exchange ${exchange}</span>`;
  return html`<li><p><code>${shown(input)}</code> → ${shown(actual)}${otherwise}${from}</p>${
    curl === undefined ? undefined : commandOf(curl, `the curl command of case ${number} of ${result.id}`)
  }</li>`;
}
