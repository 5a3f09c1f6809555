import { groupBy } from '../harness/basics/group-by.ts';
import { type Row, rowOf } from '../harness/model/report.ts';
import type { Section } from '../harness/model/section.ts';
import { formsOf } from './document/index.ts';
import { type Document, long, texts, titled } from './document/model.ts';

type Coverage = ReturnType<typeof coverageOf>;

/** A value that is sent for a requirement. */
export interface CoveredValue {
  readonly id: string;
  readonly label: string;
  /** Sent only by a thorough run. */
  readonly isRare?: true;
  /** Where, or how often, it is sent, if not in every such run. */
  readonly note?: string;
}

/** The requirements of the catalogue, with how each is decided from outside, and the values that are sent for it. */
export function coverageOf(
  sections: readonly Section[],
  rows: readonly (Row & { readonly checked: string })[],
  valuesFor: (requirement: string) => readonly CoveredValue[],
) {
  return {
    kind: 'coverage' as const,
    requirements: rows.map((row) => ({ ...rowOf(row), checked: row.checked, values: valuesFor(row.id) })),
    unchecked: sections.flatMap(({ title, unchecked }) =>
      unchecked.map(({ what, why }) => ({ section: title, what, why })),
    ),
  };
}

export const coverageForms = formsOf<Coverage>(documentOf);

function documentOf({ requirements, unchecked }: Coverage): Document {
  const numberAt = (level: string) => requirements.filter((requirement) => requirement.level === level).length;
  const numbers = `${numberAt('MUST')} MUST, ${numberAt('SHOULD')} SHOULD and ${numberAt('INFO')} observations (INFO)`;
  return {
    title: 'Coverage of the specification',
    effective: 'observed',
    sentence: `${numbers}, then ${unchecked.length} statements that cannot be checked from outside.`,
    tables: [
      {
        title: 'Statements',
        columns: [...titled('Requirement', 'Level', 'Section'), ...long('Checked how')],
        rows: [
          ...requirements.map(({ id, level, section, checked }) => texts(id, level, section, checked)),
          ...unchecked.map(({ section, what, why }) => texts(what, 'not checked', section, why)),
        ],
      },
      {
        title: 'Values',
        columns: [...titled('Requirement', 'Sent'), ...long('Values, each with its id')],
        rows: requirements.flatMap(({ id, values }) => [
          ...valueRow(
            id,
            'in every run',
            values.filter(({ isRare }) => !isRare),
          ),
          ...valueRow(
            id,
            'with --thorough',
            values.filter(({ isRare }) => isRare),
          ),
          ...restrictedIn(values).map(([note, ids]) => texts(id, note, ids)),
        ]),
      },
    ],
  };
}

function valueRow(id: string, when: string, values: readonly CoveredValue[]) {
  return values.length === 0 ? [] : [texts(id, when, values.map((value) => `${value.label} (${value.id})`).join('; '))];
}

/** The ids of values that are not sent in every such run, by where or how often they are. */
export function restrictedIn(values: readonly CoveredValue[]): readonly (readonly [note: string, ids: string])[] {
  const restricted = values.flatMap(({ id, note }) => (note ? [{ id, note }] : []));
  return [...groupBy(restricted, ({ note }) => note)].map(([note, own]) => [
    `only ${note}`,
    own.map(({ id }) => id).join(', '),
  ]);
}
