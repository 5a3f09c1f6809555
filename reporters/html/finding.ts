import type { CaseReport, Report, Result, ShownExample, ShownExchange } from '../../harness/model/report.ts';
import { isViolated } from '../../harness/report/verdict.ts';
import { effectiveOutcomeOf, isExcused, LOOKS } from '../effective-outcome.ts';
import { caseGroupsOf, caseNote, casesOf, curlIn, type Field, fieldsOf, firstOf, isUnsteady } from '../evidence.ts';
import { openFindings, type ShownStory } from '../stories.ts';
import { count } from '../text.ts';
import { findingSentence } from '../verdict.ts';
import { type View, type ViewGroup, viewOf } from '../view.ts';
import { anchorOf, commandOf, markElement } from './elements.ts';
import { exchangeOf, shortExchange } from './exchange.ts';
import { type Content, type Html, html, preformatted, shown } from './markup.ts';

/** What the filter looks for: all that a reader knows it by, and nothing that a server said. */
export function wordsOf(...results: readonly Result[]): Html {
  const words = results.flatMap((result) => {
    const { id, level, operation = '', outcome, section, statement } = result;
    return [id, level, operation, LOOKS[outcome].word, LOOKS[effectiveOutcomeOf(result)].word, section, statement];
  });
  return html`data-words="${words.join(' ').toLowerCase()}"`;
}

/** A view, and where the page shows each part of it. */
export interface Anchored extends View {
  readonly report: Report;
  readonly anchorOf: (result: Result) => string;
}

/** A requirement that fails in several ways may belong to several findings: only the first has the plain anchor. */
export function anchoredOf(report: Report): Anchored {
  const view = viewOf(report);
  const anchors = new Map<string, string>();
  const keyOf = (result: Result) => `${result.id} ${firstOf(result).fingerprint}`;
  const seen = new Set<string>();
  for (const result of view.stories.flatMap(openFindings)) {
    const plain = anchorOf(result.id);
    anchors.set(keyOf(result), seen.has(plain) ? `${plain}-${anchors.size}` : plain);
    seen.add(plain);
  }
  return { ...view, report, anchorOf: (result) => anchors.get(keyOf(result)) ?? anchorOf(result.id) };
}

/** Results below the sentence that they share. */
export function groupOf({ effective, sentence, results }: ViewGroup, view: Anchored): Html {
  const heading = sentence && html`<p class="text">${markElement(effective)} ${shown(sentence)}</p>`;
  const all = results.map((result) => folded(result, view));
  return html`<div class="card" ${wordsOf(...results)}>${heading}\n${all}</div>\n`;
}

/** A story: what is read first in full, and what else is violated folded below. */
export function storyOf(story: ShownStory, view: Anchored): Html {
  const [lead = story.lead, ...others] = openFindings(story);
  const anchor = view.anchorOf(lead);
  return html`<article class="card" id="${anchor}" aria-labelledby="${anchor}-title" ${wordsOf(lead, ...story.others)}>
<h3 id="${anchor}-title"><a href="#${anchor}">${titleOf(lead)}</a></h3>
${contentOf(lead, view)}
${others.map((result) => folded(result, view))}
</article>
`;
}

/** A pass has nothing to unfold. */
function folded(result: Result, view: Anchored): Html {
  const { outcome, statement } = result;
  const text = isViolated(result) ? findingSentence(result) : statement;
  const summary = html`${titleOf(result)} <span class="quiet">${shown(text)}</span>`;
  if (outcome === 'pass') return html`<p class="folded">${summary}</p>\n`;
  return html`<details class="folded" id="${view.anchorOf(result)}">
<summary>${summary}</summary>
${contentOf(result, view)}
</details>
`;
}

/** For a screen reader "failed: list.ok MUST", or "waived, failed: list.ok MUST". */
function titleOf(result: Result): Html {
  const { id, level, operation, outcome } = result;
  const effective = effectiveOutcomeOf(result);
  const words = isExcused(result) ? `${LOOKS[effective].word}, ${LOOKS[outcome].word}` : LOOKS[outcome].word;
  const small = [level, operation, ...(isUnsteady(result) ? ['intermittent'] : [])]
    .filter((word) => word !== undefined)
    .join(', ');
  return html`${markElement(effective)} <span class="unheard">${words}: </span><strong>${shown(id)}</strong>
<small class="quiet">${shown(small)}</small>`;
}

function contentOf(result: Result, view: Anchored): Html {
  const { id, statement, example } = result;
  const { expected, actual, exchanges = [] } = firstOf(result);
  const isWanted = ({ label }: Field) =>
    isViolated(result) ? label !== 'Exchange' : label === 'Reason' || label === 'Section';
  return html`<p>${shown(statement)}</p>
<dl class="fields">
${expected && fieldOf('Expected', html`<span class="text">${shown(expected)}</span>`)}
${actual && fieldOf('Actual', html`<span class="text">${shown(actual)}</span>`)}
${example && fieldOf('Right answer', pairOf(example, exchanges.at(-1)))}
${fieldsOf(result, view.report)
  .filter(isWanted)
  .map((field) => fieldOf(field.label, contentOfField(field, id)))}
${casesOf(result).total > 0 ? fieldOf('Cases', caseList(result)) : undefined}
${exchanges.length > 0 ? fieldOf('Exchanges', exchanges.map(exchangeOf)) : undefined}
</dl>`;
}

/** A right answer beside the one that was given. */
function pairOf({ given, request, answer, later }: ShownExample, exchange: ShownExchange | undefined): Html {
  const right = [given, request, `→ ${answer}`, later].filter((line) => line !== undefined).join('\n');
  const own = exchange && html`<figure><figcaption>This server</figcaption>${shortExchange(exchange)}</figure>`;
  return html`<div class="pair"><figure><figcaption>Example</figcaption>${preformatted(shown(right))}</figure>${own}</div>`;
}

function fieldOf(label: string, content: Content): Html {
  return html`<div class="${label.toLowerCase()}"><dt>${label}</dt><dd>${content}</dd></div>\n`;
}

function contentOfField({ label, text, kind, note }: Field, id: string): Html {
  if (kind === 'command') return html`${commandOf(text, `${label} of ${id}`)}${noteOf(note)}`;
  return kind === 'code' || kind === 'log' ? preformatted(shown(text)) : html`<span class="text">${shown(text)}</span>`;
}

function noteOf(note: string | undefined): Html | undefined {
  return note === undefined ? undefined : html`<small class="quiet">${shown(note)}</small>`;
}

/** One line for each answer; the inputs that get the same one are folded, and so are the commands. */
function caseList(result: Result): Html {
  const { total, listed } = casesOf(result);
  const ownCurl = curlIn(result);
  const commandFor = (one: CaseReport, input: string) =>
    one.curl && html`${commandOf(one.curl, `Reproduce of ${input}, ${result.id}`)}${noteOf(caseNote(one))}`;
  const items = caseGroupsOf(result).map(({ inputs: [first = '', ...others], answer, cases }) => {
    const [lead, ...rest] = cases;
    const more = rest.map((one, at) => html`<li>${shown(others[at] ?? '')}${commandFor(one, others[at] ?? '')}</li>\n`);
    const summary = `${count(more.length, 'more input')} with the same answer`;
    const command = !lead || lead.curl === ownCurl ? undefined : commandFor(lead, first);
    const own = command && html`<details><summary>Reproduce</summary>${command}</details>`;
    const folded =
      more.length > 0 && html`<details><summary>${summary}</summary><ol class="cases">${more}</ol></details>`;
    return html`<li>${shown(`${first}${answer}`)}${own}${folded || undefined}</li>\n`;
  });
  const unlisted = total - listed.length;
  const rest =
    unlisted > 0 && html`<li>and ${unlisted.toLocaleString('en')} more, ${total.toLocaleString('en')} in all</li>`;
  return html`<ol class="cases">${items}${rest || undefined}</ol>`;
}
