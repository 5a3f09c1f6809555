import type { Anchor, SecretForm } from './secret-forms.ts';
import { FOLDED, numberViewsOf, readingsOf, type View, viewsOf } from './views.ts';

export interface Found {
  readonly start: number;
  readonly end: number;
  /** The whole secret, except for a few characters. */
  readonly isWhole: boolean;
}

/** The characters in base64 or hex that one changed character of the key changes. */
const LONGEST_CHANGE = 2;

const BASE64 = /[a-z0-9+/]/;

/** Finds the forms in the text, however it is escaped. */
export function findForms(text: string, forms: readonly SecretForm[]): readonly Found[] {
  if (forms.every(({ anchors }) => anchors.every((anchor) => anchor.text.length > text.length))) return [];
  const isRead = (reading: string) =>
    forms.some(({ anchors }) => anchors.some((anchor) => reading.includes(anchor.text)));
  const views = readingsOf(text, FOLDED).some(isRead) ? viewsOf(text, FOLDED) : [];
  return [...views, ...numberViewsOf(text, FOLDED)].flatMap((view) =>
    forms.flatMap((form) => form.anchors.flatMap((anchor) => findAnchor(view, form, anchor))),
  );
}

function findAnchor(view: View, form: SecretForm, anchor: Anchor): readonly Found[] {
  const found: Found[] = [];
  let from = 0;
  for (let at = view.text.indexOf(anchor.text); at >= 0; at = view.text.indexOf(anchor.text, from)) {
    const { first, end, isWhole } = extended(view.text, form, at - anchor.at, [at, at + anchor.text.length], from);
    found.push({ start: view.starts[first] ?? 0, end: view.ends[end - 1] ?? 0, isWhole });
    from = Math.max(end, at + anchor.text.length);
  }
  return found;
}

/** Extends an anchor to all of the form around it. `origin` is the start of the form, `least` the end of the last find. */
function extended(
  text: string,
  form: SecretForm,
  origin: number,
  [from, to]: readonly [number, number],
  least: number,
) {
  const isSame = (at: number) => at >= least && text[at] !== undefined && text[at] === form.text[at - origin];
  let first = from;
  let end = to;
  for (let step = stepTo(first - 1, -1, isSame); step !== undefined; step = stepTo(first - 1, -1, isSame)) first = step;
  for (let step = stepTo(end, 1, isSame); step !== undefined; step = stepTo(end, 1, isSame)) end = step + 1;
  const reachesFirst = first === origin;
  const reachesLast = end === origin + form.text.length;
  if (form.sharesFirst && reachesFirst && first > least && BASE64.test(text[first - 1] ?? '')) first -= 1;
  if (form.sharesLast && reachesLast && BASE64.test(text[end] ?? '')) end += 1;
  return { first, end, isWhole: end - first >= form.text.length - LONGEST_CHANGE };
}

/** The next character that agrees with the form, also behind a small change. */
function stepTo(at: number, direction: 1 | -1, isSame: (at: number) => boolean): number | undefined {
  for (let skipped = 0; skipped <= LONGEST_CHANGE; skipped += 1) {
    const place = at + direction * skipped;
    if (isSame(place)) return skipped === 0 || isSame(place + direction) ? place : undefined;
  }
  return undefined;
}
