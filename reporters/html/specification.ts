import type { Observation, Report, Result } from '../../harness/report/model.ts';
import type { Section, Unchecked } from '../../harness/report/section.ts';
import { effectiveOutcomeOf, OUTCOME_WORDS } from '../effective-outcome.ts';
import { markOf } from './mark.ts';
import { type Content, type Html, html, shown } from './markup.ts';
import { squares } from './pictures.ts';
import { anchorOf } from './section.ts';

/** The same results by section, beside what the section leaves open and what nobody can check from outside. */
export function specificationMap({ results, observations }: Report, specification: readonly Section[]): Html {
  const resultOf = new Map(results.map((result) => [result.id, result]));
  const observationOf = new Map(observations.map((observation) => [observation.id, observation]));
  return html`<div class="map" id="map">${specification.map(({ id, title, requires, observes, unchecked }) => {
    const required = requires.flatMap((name) => resultOf.get(name) ?? []);
    const observed = observes.flatMap((name) => observationOf.get(name) ?? []);
    return html`<section aria-labelledby="section-${id}"><h3 id="section-${id}">${shown(title)}${squares(required)}</h3>
${list('Required', required.map(requiredItem))}${list('Observed, as the section is silent', observed.map(observedItem))}${list('Cannot be checked from outside', unchecked.map(uncheckedItem))}</section>
`;
  })}</div>`;
}

function list(title: string, items: readonly Content[]): Html | undefined {
  return items.length === 0 ? undefined : html`<h4>${title}</h4><ul>${items}</ul>\n`;
}

function requiredItem(result: Result): Html {
  const { id, level, operation, outcome, statement } = result;
  const effective = effectiveOutcomeOf(result);
  return html`<li data-level="${level}" data-outcome="${effective}" data-operation="${operation}">${markOf(effective)}<div><span class="${effective}">${OUTCOME_WORDS[effective]}</span> ${nameOf(id, outcome !== 'pass')} <span class="quiet">${shown(statement)}</span></div></li>`;
}

function observedItem({ id, value }: Observation): Html {
  return html`<li data-level="INFO" data-outcome="observed">${markOf('observed')}<div>${nameOf(id, true)} ${shown(value)}</div></li>`;
}

function uncheckedItem({ what, why }: Unchecked): Html {
  return html`<li>${markOf('skipped')}<div>${what}. <span class="quiet">${why}</span></div></li>`;
}

/** What passed has no details elsewhere; everything else links to them. */
export function nameOf(id: string, isLinked: boolean): Html {
  const name = html`<code>${shown(id)}</code>`;
  return isLinked ? html`<a href="#${anchorOf(id)}">${name}</a>` : name;
}
