import { isViolated } from '../../harness/report/conclusion.ts';
import type { Report, Result } from '../../harness/report/model.ts';
import { differenceOf } from '../difference.ts';
import { effectiveOutcomeOf, isExcused, LOOKS } from '../effective-outcome.ts';
import { caseLines, type Field, fieldsOf } from '../evidence.ts';
import type { Group } from '../outline.ts';
import { findingSentence } from '../verdict.ts';
import { markedText } from './document.ts';
import { anchorOf, commandOf, markOf } from './elements.ts';
import { exchangeOf } from './exchange.ts';
import { type Content, type Html, html, preformatted, shown } from './markup.ts';

/** The first result in full, if it is a failure, and what follows from it folded below. */
export function groupOf({ effective, sentence, results }: Group, report: Report, inFull = false): Html {
  const [lead] = inFull ? results : [];
  const heading = sentence && html`<p class="text">${markOf(effective)} ${shown(sentence)}</p>`;
  const others = results.filter((result) => result !== lead).map((result) => folded(result, report, inFull));
  if (lead === undefined) return html`<div class="card">${heading}\n${others}</div>\n`;
  const anchor = anchorOf(lead.id);
  return html`<article class="card" id="${anchor}" aria-labelledby="${anchor}-title">
${heading}
<h3 id="${anchor}-title"><a href="#${anchor}">${titleOf(lead)}</a></h3>
${contentOf(lead, report)}
${others}
</article>
`;
}

/** A pass has nothing to unfold. */
function folded(result: Result, report: Report, follows: boolean): Html {
  const { id, outcome, statement } = result;
  const why = follows ? 'inconclusive because of it' : statement;
  const text = isViolated(result) ? findingSentence(result) : why;
  const summary = html`${titleOf(result)} <span class="quiet">${shown(text)}</span>`;
  if (outcome === 'pass') return html`<p class="folded">${summary}</p>\n`;
  return html`<details class="folded" id="${anchorOf(id)}">
<summary>${summary}</summary>
${contentOf(result, report)}
</details>
`;
}

/** For a screen reader "failed: list.ok MUST", or "waived, failed: list.ok MUST". */
function titleOf(result: Result): Html {
  const { id, level, operation, outcome, intermittent } = result;
  const effective = effectiveOutcomeOf(result);
  const words = isExcused(result) ? `${LOOKS[effective].word}, ${LOOKS[outcome].word}` : LOOKS[outcome].word;
  const small = [level, operation, intermittent && 'intermittent'].filter((word) => word !== undefined).join(', ');
  return html`${markOf(effective)} <span class="unheard">${words}: </span><strong>${shown(id)}</strong>
<small class="quiet">${shown(small)}</small>`;
}

function contentOf(result: Result, report: Report): Html {
  const { id, statement, expected, actual, exchanges = [], cases } = result;
  const [wanted, seen] = differenceOf(expected ?? '', actual ?? '');
  const isWanted = ({ label }: Field) =>
    isViolated(result) ? label !== 'Exchange' : label === 'Reason' || label === 'Section';
  return html`<p>${shown(statement)}</p>
<dl class="fields">
${expected && fieldOf('Expected', markedText(wanted))}
${actual && fieldOf('Actual', markedText(seen))}
${fieldsOf(result, report)
  .filter(isWanted)
  .map((field) => fieldOf(field.label, contentOfField(field, id)))}
${cases && fieldOf('Cases', casesOf(result))}
${exchanges.length > 0 ? fieldOf('Exchanges', exchangesOf(result)) : undefined}
</dl>`;
}

function fieldOf(label: string, content: Content): Html {
  return html`<div class="${label.toLowerCase()}"><dt>${label}</dt><dd>${content}</dd></div>\n`;
}

function contentOfField({ label, text, kind }: Field, id: string): Html {
  if (kind === 'command') return commandOf(text, `${label} of ${id}`);
  return kind === 'code' ? preformatted(shown(text)) : html`<span class="text">${shown(text)}</span>`;
}

function casesOf(result: Result): Html {
  const items = caseLines(result, Number.POSITIVE_INFINITY).map((line, index) => {
    const curl = result.cases?.listed[index]?.curl;
    return html`<li>${shown(line)}${curl && commandOf(curl, `Reproduce of case ${index + 1} of ${result.id}`)}</li>\n`;
  });
  return html`<ol class="cases">${items}</ol>`;
}

function exchangesOf({ id, exchanges = [] }: Result): readonly Html[] {
  return exchanges.map((exchange, index) => exchangeOf(exchange, `${anchorOf(id)}-exchange-${index + 1}`));
}
