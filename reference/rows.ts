import type { Alteration, Change } from './change.ts';

/** A heading (`name: What it is about.`), the alteration, and whatever else there is to say about the change. */
type Row<Kind> = string | Alteration | Partial<Kind>;

/**
 * Changes as a list to read from top to bottom; what fits on one line is put into brackets. A line with `violates` or
 * `warns` and the ids of requirements applies to the headings up to the next such line.
 */
export type Rows<Kind extends Change> = readonly (Row<Kind> | readonly Row<Kind>[])[];

type Read<Kind> = Change & Partial<Kind> & { readonly story: string; readonly section: string };

export function readRows<Kind extends Change>(rows: Rows<Kind>): readonly Read<Kind>[] {
  const flat = rows.flat() as readonly Row<Kind>[];
  const sections = flat.map((row) => typeof row === 'string' && /^(violates|warns) /.test(row));
  const headings = flat.flatMap((row, index) => (typeof row === 'string' && !sections[index] ? [index] : []));
  return headings.map((start) => {
    const [, name, story] = /^([a-z0-9-]+): (.+)$/.exec(String(flat[start])) ?? [];
    const change = flat[start + 1];
    if (name === undefined || story === undefined || typeof change !== 'function') {
      throw new Error(`There is no heading with an alteration below it at "${String(flat[start])}".`);
    }
    const extra = typeof flat[start + 2] === 'object' ? flat[start + 2] : {};
    const section = String(flat[sections.lastIndexOf(true, start)] ?? '');
    return Object.assign({ name, story, change, section }, extra) as Read<Kind>;
  });
}
