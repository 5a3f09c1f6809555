import type { Level, Row } from '../../harness/report/model.ts';
import type { Section, Unchecked } from '../../harness/report/section.ts';
import { formsOf } from '../document/forms.ts';
import { type Document, type Table, texts, titled } from '../document/model.ts';

/** What the suite makes of each section of the specification, without a run. */
export interface Coverage {
  readonly kind: 'coverage';
  readonly sections: readonly CoveredSection[];
}

export interface CoveredSection {
  readonly id: string;
  readonly title: string;
  readonly requires: readonly Said[];
  readonly observes: readonly Said[];
  readonly unchecked: readonly Unchecked[];
}

interface Said {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
}

export function coverageOf(sections: readonly Section[], rows: readonly Row[]): Coverage {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const said = (ids: readonly string[]) =>
    ids.flatMap((id) => byId.get(id) ?? []).map(({ id, level, statement }) => ({ id, level, statement }));
  return {
    kind: 'coverage',
    sections: sections.map(({ id, title, requires, observes, unchecked }) => ({
      id,
      title,
      requires: said(requires),
      observes: said(observes),
      unchecked,
    })),
  };
}

export const coverageForms = formsOf<Coverage>(documentOf);

function documentOf({ sections }: Coverage): Document {
  return {
    title: 'Coverage of the specification',
    effective: 'observed',
    sentence:
      'For each section: what is required, what is only observed because the section is silent, and what cannot be checked from outside. A requirement that follows from several sections is in each of them.',
    tables: [overviewTable(sections), ...sections.map(sectionTable)],
  };
}

function overviewTable(sections: readonly CoveredSection[]): Table {
  const numberAt = (said: readonly Said[], wanted: Level) =>
    String(said.filter(({ level }) => level === wanted).length);
  return {
    title: 'Sections',
    columns: titled('Section', 'MUST', 'SHOULD', 'Observed', 'Not checkable'),
    rows: sections.map(({ title, requires, observes, unchecked }) =>
      texts(
        title,
        numberAt(requires, 'MUST'),
        numberAt(requires, 'SHOULD'),
        String(observes.length),
        String(unchecked.length),
      ),
    ),
  };
}

function sectionTable({ title, requires, observes, unchecked }: CoveredSection): Table {
  return {
    title,
    columns: [...titled('What', 'How'), { title: 'Says', isLong: true, isProse: true }],
    rows: [
      ...requires.map(({ id, level, statement }) => texts(id, level, statement)),
      ...observes.map(({ id, statement }) => texts(id, 'observed', statement)),
      ...unchecked.map(({ what, why }) => texts(what, 'not checkable', why)),
    ],
  };
}
