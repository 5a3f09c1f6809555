import { isViolated } from '../../harness/report/conclusion.ts';
import type { CaseReport, Report, Result } from '../../harness/report/model.ts';
import { differenceOf } from '../difference.ts';
import { effectiveOutcomeOf, isExcused, LOOKS } from '../effective-outcome.ts';
import { caseGroupsOf, type Field, fieldsOf, repeatNote } from '../evidence.ts';
import type { Group } from '../outline.ts';
import { count } from '../text.ts';
import { findingSentence } from '../verdict.ts';
import { markedText } from './document.ts';
import { anchorOf, commandOf, markOf } from './elements.ts';
import { exchangeOf } from './exchange.ts';
import { type Content, type Html, html, preformatted, shown } from './markup.ts';

/** What the filter looks for: all that a reader knows it by, and nothing that a server said. */
export function wordsOf(...results: readonly Result[]): Html {
  const words = results.flatMap((result) => {
    const { id, level, operation = '', outcome, section, statement } = result;
    return [id, level, operation, LOOKS[outcome].word, LOOKS[effectiveOutcomeOf(result)].word, section, statement];
  });
  return html`data-words="${words.join(' ').toLowerCase()}"`;
}

/** The first result in full, if it is a failure, and what follows from it folded below. */
export function groupOf({ effective, sentence, results }: Group, report: Report, inFull = false): Html {
  const [lead] = inFull ? results : [];
  const heading = sentence && html`<p class="text">${markOf(effective)} ${shown(sentence)}</p>`;
  const others = results.filter((result) => result !== lead).map((result) => folded(result, report, inFull));
  if (lead === undefined) return html`<div class="card" ${wordsOf(...results)}>${heading}\n${others}</div>\n`;
  const anchor = anchorOf(lead.id);
  return html`<article class="card" id="${anchor}" aria-labelledby="${anchor}-title" ${wordsOf(...results)}>
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
  const why = follows ? 'not decided because of it' : statement;
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

function contentOfField({ label, text, kind, note }: Field, id: string): Html {
  if (kind === 'command') return html`${commandOf(text, `${label} of ${id}`)}${noteOf(note)}`;
  return kind === 'code' ? preformatted(shown(text)) : html`<span class="text">${shown(text)}</span>`;
}

function noteOf(note: string | undefined): Html | undefined {
  return note === undefined ? undefined : html`<small class="quiet">${shown(note)}</small>`;
}

/** One line for each answer; the inputs that get the same one are folded, and so are the commands. */
function casesOf(result: Result): Html {
  const anchor = anchorOf(result.id);
  const { total, listed } = result.cases ?? { total: 0, listed: [] };
  const curlOf = (one: CaseReport, input: string) =>
    one.curl && html`${commandOf(one.curl, `Reproduce of ${input}, ${result.id}`)}${noteOf(repeatNote(one))}`;
  const items = caseGroupsOf(result).map(({ inputs: [first = '', ...others], answer, cases }, index) => {
    const [lead, ...rest] = cases;
    const more = rest.map((one, at) => html`<li>${shown(others[at] ?? '')}${curlOf(one, others[at] ?? '')}</li>\n`);
    const summary = `${count(more.length, 'more input')} with the same answer`;
    const command = !lead || lead.curl === result.curl ? undefined : curlOf(lead, first);
    const id = `${anchor}-case-${index + 1}`;
    const own = command && html`<details id="${id}"><summary>Reproduce</summary>${command}</details>`;
    const folded =
      more.length > 0 &&
      html`<details id="${id}-more"><summary>${summary}</summary><ol class="cases">${more}</ol></details>`;
    return html`<li>${shown(`${first}${answer}`)}${own}${folded || undefined}</li>\n`;
  });
  const unlisted = total - listed.length;
  const rest =
    unlisted > 0 && html`<li>and ${unlisted.toLocaleString('en')} more, ${total.toLocaleString('en')} in all</li>`;
  return html`<ol class="cases">${items}${rest || undefined}</ol>`;
}

function exchangesOf({ id, exchanges = [] }: Result): readonly Html[] {
  return exchanges.map((exchange, index) => exchangeOf(exchange, `${anchorOf(id)}-exchange-${index + 1}`));
}
