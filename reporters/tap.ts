import type { Report, Result } from '../harness/report/model.ts';
import { failsTheRun, findingSentence, isNotJudged, replayCommand, whyNotJudged } from './verdict.ts';
import { visibleReport } from './visible.ts';

/** Test Anything Protocol, version 14: a test point for each requirement, with what was found in YAML below it. */
export function renderTap(given: Report): string {
  const report = visibleReport(given);
  const { suite, target, results, diagnosis } = report;
  const lines = [
    'TAP version 14',
    `# ${oneLine(`${suite.name} ${suite.version} ${target.baseUrl}`)}`,
    `1..${results.length}`,
    ...results.flatMap((result, index) => pointOf(result, index + 1, report)),
    ...(diagnosis === undefined ? [] : [`Bail out! ${oneLine(diagnosis)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function pointOf(result: Result, number: number, report: Report): readonly string[] {
  const isViolated = result.outcome === 'fail' || result.outcome === 'warn';
  const point = `${isViolated ? 'not ok' : 'ok'} ${number} - ${escaped(result.id)}${directiveOf(result, report)}`;
  return isViolated ? [point, ...diagnosticsOf(result, report)] : [point];
}

/** A test point marked TODO may fail without failing the run, as a SHOULD may. */
function directiveOf(result: Result, report: Report): string {
  if (isNotJudged(result)) return ` # SKIP ${escaped(whyNotJudged(result))}`;
  return result.outcome === 'warn' && !failsTheRun(result, report) ? ' # TODO a warning: it is a SHOULD' : '';
}

function diagnosticsOf(result: Result, report: Report): readonly string[] {
  const { level, statement, section, expected, actual, curl, counterexample } = result;
  const fields = {
    message: findingSentence(result),
    severity: result.outcome,
    level,
    statement,
    section,
    expected,
    actual,
    counterexample: counterexample?.value,
    curl,
    replay: replayCommand(result, report),
  };
  return ['  ---', ...Object.entries(fields).flatMap(([name, value]) => yamlLine(name, value)), '  ...'];
}

/** A JSON string is a YAML string too, and holds neither line breaks nor the mark that ends the block. */
function yamlLine(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`  ${name}: ${JSON.stringify(value)}`];
}

function escaped(text: string): string {
  return oneLine(text).replace(/[\\#]/g, '\\$&');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
