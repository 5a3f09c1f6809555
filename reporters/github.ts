import type { FilePlace, Report } from '../harness/model/report.ts';
import { isViolated } from '../harness/report/verdict.ts';
import { isExcused } from './effective-outcome.ts';
import { escapedReport } from './escape-controls.ts';
import { caseLines, fieldsOf, firstOf } from './evidence.ts';
import { type RenderOptions, stored } from './options.ts';
import type { ShownStory } from './stories.ts';
import { cut } from './text.ts';
import { excuseSentence, failsTheRun, findingSentence, noticesAbout, noticesElsewhere } from './verdict.ts';
import { type View, viewOf } from './view.ts';

/** The runner cuts a long message, which must not lose the command at its end. */
const MAX_CASES = 5;
const MAX_CASE = 200;
const MAX_FIELD = 1_000;

/** Annotations that the runner of GitHub Actions reads from the log. */
export function renderGithub(given: Report, options: Partial<RenderOptions> = {}): string {
  const report = escapedReport(stored(given, options));
  const { diagnosis, suite } = report;
  const view = viewOf(report);
  const violated = report.results.filter(isViolated);
  const notices = noticesElsewhere(report).filter(({ id }) => !violated.some((result) => result.id === id));
  const lines = [
    ...(diagnosis === undefined ? [] : [annotation('error', suite.name, diagnosis)]),
    ...view.warnings.map((warning) => annotation('warning', suite.name, warning)),
    ...(view.verdict.basis ? [annotation('notice', suite.name, view.verdict.sentence)] : []),
    ...listAnnotations(view),
    ...view.stories.map((story) => annotationOf(story, report)),
    ...notices.map(({ kind, id, sentence, fails, place }) =>
      annotation(fails ? 'error' : 'notice', `${id || suite.name} (${kind.replaceAll('-', ' ')})`, sentence, place),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** The runner shows few annotations per step, so each of these lists has only one. */
function listAnnotations({ parts }: View): readonly string[] {
  const listed = parts.filter(({ id }) => id === 'unobservable' || id === 'caveats');
  return listed.map(({ title, groups }) => {
    const lines = groups.map(({ sentence, results }) => `${results.map(({ id }) => id).join(', ')}: ${sentence}`);
    return annotation('notice', title, lines.join('\n'));
  });
}

/** A story has one annotation. */
function annotationOf({ lead, others }: ShownStory, report: Report): string {
  const { id, level, statement, excuse } = lead;
  const { expected, actual } = firstOf(lead);
  const all = [lead, ...others];
  const refused = (isExcused(lead) ? [] : all).flatMap((result) =>
    noticesAbout(result, report).filter(({ fails }) => fails),
  );
  const isError = refused.length > 0 || all.some((result) => failsTheRun(result, report));
  const kind = isError ? 'error' : isExcused(lead) ? 'notice' : 'warning';
  const fields = fieldsOf(lead, report).filter(
    ({ label, isDetail, text }) => label !== 'Notice' && !isDetail && text.length <= MAX_FIELD,
  );
  const message = [
    ...refused.map(({ sentence }) => sentence),
    statement,
    ...(excuse ? [excuseSentence(excuse)] : []),
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...caseLines(lead, MAX_CASES).map((line) => cut(line, MAX_CASE)),
    ...fields.map(({ label, text }) => `${label}: ${text}`),
    ...others.map((other) => cut(`${other.id}: ${findingSentence(other)}`, MAX_CASE)),
  ];
  // A pull request shows an annotation beside the waiver that no longer fits.
  const [place] = refused.flatMap((notice) => notice.place ?? []);
  return annotation(kind, `${id} (${level})`, message.join('\n'), place);
}

function annotation(kind: 'error' | 'warning' | 'notice', title: string, message: string, place?: FilePlace): string {
  const where = place ? [`file=${property(place.file.replace(/^(\.\/)+/, ''))}`, `line=${place.line}`] : [];
  return `::${kind} ${[...where, `title=${property(title)}`].join(',')}::${escaped(message)}`;
}

function property(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
