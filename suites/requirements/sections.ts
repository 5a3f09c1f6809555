import type { Section } from '../../harness/model/section.ts';
import { catalogue } from './index.ts';
import { CITED, headingOf, UNCHECKED } from './places.ts';

/** The document as a map, in its own order. A requirement is in every section that it cites. */
export const sections: readonly Section[] = [...new Set([...CITED, ...Object.keys(UNCHECKED)].map(headingOf))].map(
  (title) => ({
    id: title
      .replace(/[^a-z]+/gi, '-')
      .replace(/^-|-$/g, '')
      .toLowerCase(),
    title,
    requires: catalogue.filter(({ cites }) => cites.some((place) => headingOf(place) === title)).map(({ id }) => id),
    observes: catalogue
      .filter(({ level, section }) => level === 'INFO' && /^[^,(]*[^,( ]/.exec(section)?.[0] === title)
      .map(({ id }) => id),
    unchecked: Object.entries(UNCHECKED)
      .filter(([place]) => headingOf(place) === title)
      .map(([place, why]) => ({ what: place.slice(title.length + 2), why })),
  }),
);
