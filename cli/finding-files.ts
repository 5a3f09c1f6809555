import { requestOf } from '../harness/archive/har.ts';
import type { Report, Result, ShownExchange } from '../harness/model/report.ts';
import type { WireRequest } from '../harness/model/wire.ts';
import { curlNetwork, curlOf, SILENT_HEADERS } from '../harness/report/curl.ts';
import type { Piece } from '../harness/secrets/own-request.ts';
import { Redactor } from '../harness/secrets/redact.ts';
import { parseHostAndPort } from '../harness/settings/hosts.ts';
import { visible } from '../reporters/escape-controls.ts';
import type { StoredReport } from '../reporters/options.ts';
import { repeatedFlags, shellWord } from '../reporters/replay-command.ts';
import { orderedStories } from '../reporters/stories.ts';
import { oneLine } from '../reporters/text.ts';
import { KeyRestorer } from '../suites/inputs/restore-key.ts';

export interface FindingFile {
  readonly name: string;
  readonly text: string;
}

/** Requests below the base URL, and what knows where the key is in them. */
interface Requests {
  readonly requests: readonly WireRequest[];
  readonly redactor: Redactor;
}

/** Stands for the key until the expressions that give it back are put in: it gets into no file. */
const STAND_IN = 'stand-in.'.repeat(16);
/** In characters: a report has a longer body only in part. */
const LONGEST_BODY = 16 * 1024;

/**
 * A script for each finding, and a file for editors that send requests, if it can show it. A report may come from
 * anywhere: its requests are used and not its commands, and whoever runs a file says which server gets the key.
 */
export function findingFiles(report: StoredReport, ids: readonly string[]): readonly FindingFile[] {
  const isAsked = ({ id }: Result) => ids.includes(id);
  const findings = orderedStories(report).filter(({ lead, others }) => [lead, ...others].some(isAsked));
  const numbers = new Map<string, number>();
  return findings.flatMap((finding) => {
    const { lead } = finding;
    const number = (numbers.get(lead.id) ?? 0) + 1;
    numbers.set(lead.id, number);
    const name = number === 1 ? lead.id : `${lead.id}-${number}`;
    const found = requestsOf(lead, report);
    const script = { name: `${name}.sh`, text: scriptOf(lead, report, found && commandsOf(found, report)) };
    const inEditor = found && httpFileOf(found, lead, report);
    return inEditor === undefined ? [script] : [script, { name: `${name}.http`, text: inEditor }];
  });
}

/** Those to send one after the other; undefined if only a replay can show it. */
function requestsOf({ exchanges = [], reproduces }: Result, { target }: Report): Requests | undefined {
  const proof = exchanges.slice(-2);
  if (reproduces === 'replay' || proof.length === 0 || !proof.every(isSentAlone)) return undefined;
  if (!URL.canParse(target.baseUrl)) return undefined;
  const base = new URL(target.baseUrl).pathname.replace(/\/$/, '');
  const restorer = new KeyRestorer(STAND_IN);
  const restored = proof.map((exchange) => withStandIn(requestOf(exchange), restorer));
  if (!restored.every(({ method, path }) => /^[A-Z]+$/.test(method) && path.startsWith(`${base}/`))) return undefined;
  // What the first one creates gets another id each time.
  if (restored.length > 1 && restored.some(({ path }) => /\/pets\/-?\d+$/.test(path))) return undefined;
  const redactor = new Redactor(STAND_IN);
  for (const [text, shell] of restorer.hidden) redactor.add(text, shell);
  return { requests: restored.map((request) => ({ ...request, path: request.path.slice(base.length) })), redactor };
}

function isSentAlone({ request, after, connection }: ShownExchange): boolean {
  return after === undefined && connection !== 'reused' && (request.body?.length ?? 0) <= LONGEST_BODY;
}

function withStandIn({ path, headers, body, ...request }: WireRequest, restorer: KeyRestorer): WireRequest {
  return {
    ...request,
    path: restorer.text(path),
    headers: headers.map(([name, value]) => [name, restorer.text(value)] as const),
    ...(body !== undefined && { body: restorer.text(body) }),
  };
}

/* For a shell. */

const BASE_URL: Piece = { text: '$PETSTORE_BASE_URL', shell: `\${PETSTORE_BASE_URL%/}` };

function commandsOf({ requests, redactor }: Requests, { run }: Report): readonly string[] | undefined {
  const { insecure, connectTo, headers } = run.settings;
  const network = curlNetwork({
    proxy: undefined,
    ca: undefined,
    clientCert: undefined,
    clientKey: undefined,
    clientKeyPassphrase: undefined,
    insecure: insecure === true,
    connectTo: typeof connectTo === 'string' ? parseHostAndPort(connectTo, 'connectTo of the report') : undefined,
    headers: Array.isArray(headers) ? headers.map((name) => [String(name), ''] as const) : [],
  });
  const options = { origin: '', base: BASE_URL, redactor, curlNetwork: network };
  const commands = requests.map((request) => curlOf(request, options));
  return commands.some((command) => command.includes(STAND_IN)) ? undefined : commands;
}

const VARIABLES = `: "\${PETSTORE_BASE_URL:?is the address of the server, with its version path}"
: "\${PETSTORE_API_KEY:?is the key that the server accepts}"`;

function scriptOf(result: Result, report: StoredReport, commands: readonly string[] | undefined): string {
  const about = linesAbout(result, report).map((line) => `# ${line}`);
  const lines = commands ?? ['# No single request shows it.', replayOf(result, report)];
  return `${['#!/usr/bin/env bash', ...about, VARIABLES, '', ...lines].join('\n')}\n`;
}

function replayOf({ id }: Result, { run, file }: StoredReport): string {
  const words = ['petstore-conformance', 'replay', ...(file === undefined ? [] : [file]), id];
  return `${[...words, ...repeatedFlags(run)].map(shellWord).join(' ')} --base-url "$PETSTORE_BASE_URL"`;
}

function linesAbout({ id, level, statement, expected, actual }: Result, { suite, run }: Report): readonly string[] {
  const found = `Found by ${suite.name} ${suite.version} at ${run.startedAt}.`;
  const lines = [`${id} (${level}): ${statement}`, `Expected: ${expected ?? ''}`, `Actual: ${actual ?? ''}`, found];
  return lines.map((line) => visible(oneLine(line)));
}

/* For an editor. */

const VARIABLES_IN_EDITOR = [
  '@baseUrl = {{$processEnv PETSTORE_BASE_URL}}',
  '@apiKey = {{$processEnv PETSTORE_API_KEY}}',
];

function httpFileOf({ requests, redactor }: Requests, result: Result, report: Report): string | undefined {
  const written = requests.map((request) => httpRequestOf(request, redactor));
  if (written.includes(undefined)) return undefined;
  const about = linesAbout(result, report).map((line) => `# ${line.replaceAll('{{', '{ {')}`);
  return `${[...about, '', ...VARIABLES_IN_EDITOR, '', written.join('\n\n###\n\n')].join('\n')}\n`;
}

/** Undefined for what such a file cannot say, such as a credential that is made from the key. */
function httpRequestOf({ method, path, headers, body = '', cutAt }: WireRequest, redactor: Redactor) {
  const shown = headers.filter(([name, value]) => !SILENT_HEADERS.test(`${name}: ${value}`));
  const isPlain = cutAt === undefined && shown.every(([, value]) => value !== '') && /^($|[\w{["])/.test(body);
  if (!isPlain) return undefined;
  const [, ...target] = redactor.requestTarget('', path);
  const head = [
    [{ text: `${method} {baseUrl}` }, ...target],
    ...shown.map(([name, value]) => [{ text: `${name}: ` }, ...redactor.requestHeader(name, value)]),
  ];
  const lines = [...head, ...(body === '' ? [] : [[], redactor.ownText(body)])].map(templateOf);
  if (lines.includes(undefined)) return undefined;
  return lines.join('\n').replace('{baseUrl}', '{{baseUrl}}');
}

/** Beyond it: what ends a line, and what such files take for a variable. */
const PLAIN = /^(?!.*(\{\{|\{$))[ -~\u00a1-\ud7ff\ue000-\ufffd]*$/;

function templateOf(pieces: readonly Piece[]): string | undefined {
  const texts = pieces.map(({ text, shell }) => {
    if (shell !== undefined) return shell === '$PETSTORE_API_KEY' ? '{{apiKey}}' : undefined;
    return PLAIN.test(text) && !text.includes(STAND_IN) ? text : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}
