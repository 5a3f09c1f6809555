import type { Level, Row } from '../harness/report/model.ts';
import type { Section } from '../harness/report/section.ts';
import { type Document, formsOf, type Table, texts, titled } from './document/index.ts';

type Coverage = ReturnType<typeof coverageOf>;
type CoveredSection = Coverage['sections'][number];

export function coverageOf(sections: readonly Section[], rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const statementsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => byId.get(id) ?? []).map(({ id, level, statement }) => ({ id, level, statement }));
  return {
    kind: 'coverage' as const,
    sections: sections.map(({ id, title, requires, observes, unchecked }) => ({
      id,
      title,
      requires: statementsOf(requires),
      observes: statementsOf(observes),
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
  const numberAt = (statements: CoveredSection['requires'], wanted: Level) =>
    statements.filter(({ level }) => level === wanted).length;
  return {
    title: 'Sections',
    columns: titled('Section', 'MUST', 'SHOULD', 'Observed', 'Not checkable'),
    rows: sections.map(({ title, requires, observes, unchecked }) => {
      const numbers = [numberAt(requires, 'MUST'), numberAt(requires, 'SHOULD'), observes.length, unchecked.length];
      return texts(title, ...numbers.map(String));
    }),
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
