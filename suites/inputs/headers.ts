import type { Headers } from '../../harness/model/wire.ts';
import { CLIENTS, type OrdinaryClient } from './clients.ts';
import { type InputRow, type Table, tableOf, type Value } from './value.ts';

interface HeadersValue extends Value {
  /** The headers of a request, made from those of a plain one. */
  readonly rewrite: (plain: Headers) => Headers;
}

const AGENT = 'user-agent';

/** One header in which clients differ from a plain request. */
interface Difference {
  readonly id: string;
  readonly name: string;
  /** Absent where they leave it out. */
  readonly value?: string;
  /** Some clients that send it so. */
  readonly by: string;
}

const DIFFERENCES: readonly Difference[] = [
  { id: 'accept-any', name: 'Accept', value: '*/*', by: 'curl and most libraries' },
  { id: 'no-accept', name: 'Accept', by: 'Go and Java' },
  { id: 'accept-axios', name: 'Accept', value: 'application/json, text/plain, */*', by: 'axios' },
  { id: 'accept-spring', name: 'Accept', value: 'application/json, application/*+json', by: 'Spring' },
  { id: 'no-encoding', name: 'Accept-Encoding', by: 'curl and Java' },
  { id: 'encoding-axios', name: 'Accept-Encoding', value: 'gzip, compress, deflate, br', by: 'axios' },
  { id: 'encoding-browser', name: 'Accept-Encoding', value: 'gzip, deflate, br', by: 'browsers and Postman' },
  { id: 'encoding-python', name: 'Accept-Encoding', value: 'gzip, deflate', by: 'requests and fetch in Node' },
  { id: 'encoding-gzip', name: 'Accept-Encoding', value: 'gzip', by: 'Go and OkHttp' },
  { id: 'encoding-ruby', name: 'Accept-Encoding', value: 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3', by: 'Ruby' },
  { id: 'type-without-body', name: 'Content-Type', value: 'application/json', by: 'axios with default headers' },
  { id: 'language-any', name: 'Accept-Language', value: '*', by: 'fetch in Node' },
  { id: 'language-english', name: 'Accept-Language', value: 'en-US,en;q=0.9', by: 'a browser' },
  { id: 'no-cache', name: 'Cache-Control', value: 'no-cache', by: 'Postman' },
  { id: 'fetch-mode', name: 'Sec-Fetch-Mode', value: 'cors', by: 'browsers and fetch in Node' },
  { id: 'fetch-site', name: 'Sec-Fetch-Site', value: 'same-origin', by: 'a browser' },
  { id: 'fetch-destination', name: 'Sec-Fetch-Dest', value: 'empty', by: 'a browser' },
  { id: 'hint-brand', name: 'sec-ch-ua', value: '"Not:A-Brand";v="8", "Chromium";v="156"', by: 'Chromium' },
  { id: 'hint-mobile', name: 'sec-ch-ua-mobile', value: '?0', by: 'Chromium' },
  { id: 'hint-platform', name: 'sec-ch-ua-platform', value: '"Linux"', by: 'Chromium' },
  ...agentsOf(CLIENTS),
];

/** Each User-Agent once. */
function agentsOf(clients: readonly OrdinaryClient[]): readonly Difference[] {
  const agents = clients.flatMap((client) => {
    const value = lineOf(client, AGENT)?.value;
    return value === undefined ? [] : [{ id: `agent-${client.id}`, name: 'User-Agent', value, by: client.name }];
  });
  return agents.filter(({ value }, at) => agents.findIndex((other) => other.value === value) === at);
}

/** A header as a client writes it. */
interface Line {
  readonly name: string;
  /** Absent where the request itself says it. */
  readonly value?: string;
}

function linesOf({ lines }: OrdinaryClient): readonly Line[] {
  return lines.map((line) => {
    const [name = '', value] = line.split(/: (.*)/);
    return value === undefined ? { name } : { name, value };
  });
}

function lineOf(client: OrdinaryClient, name: string): Line | undefined {
  return linesOf(client).find((line) => isNamed(line.name, name));
}

function isNamed(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function valueIn(headers: Headers, wanted: string): string | undefined {
  return headers.find(([name]) => isNamed(name, wanted))?.[1];
}

/** What a request sends in a header of a client: operators find the run by its own User-Agent, and a body has its own type. */
function valueSent({ name, value }: Line, plain: Headers): string | undefined {
  const own = valueIn(plain, name);
  if (value === undefined || isNamed(name, 'content-type')) return own ?? value;
  return isNamed(name, AGENT) ? `${value} ${own}` : value;
}

/** A plain request with one difference. */
function headersWith(difference: Difference): HeadersValue {
  const { id, name, value, by } = difference;
  const header = value === undefined ? `no ${name} header` : `${name}: ${value}`;
  const rewrite = (plain: Headers): Headers => {
    const others = plain.filter(([other]) => !isNamed(other, name));
    const sent = value === undefined ? undefined : valueSent(difference, plain);
    return sent === undefined ? others : [...others, [name, sent]];
  };
  return { id, label: `${header}, as ${by} ${by.includes(' and ') ? 'send' : 'sends'}`, rewrite };
}

const PLAIN: HeadersValue = { id: 'accept-json', label: 'Accept: application/json', rewrite: (plain) => plain };

const inLowerCase = (headers: Headers): Headers => headers.map(([name, value]) => [name.toLowerCase(), value]);

const LOWER_CASE: HeadersValue = {
  id: 'lower-case',
  label: 'header names in lower case, as fetch in Node sends',
  rewrite: inLowerCase,
};

/** Of these and the credential, a plain request consists. */
const USUAL = ['content-type', 'accept', 'accept-encoding', AGENT];

/** Everything that a client sends, in its order. What distinguishes it from a plain request are its parts. */
function headersOf(client: OrdinaryClient): HeadersValue {
  const lines = linesOf(client);
  const isLowerCase = lines.every(({ name }) => name === name.toLowerCase());
  const isOwn = ({ name, value }: Difference) => lineOf(client, name)?.value === value;
  const parts = [...DIFFERENCES.filter(isOwn), ...(isLowerCase ? [LOWER_CASE] : [])];
  const rewrite = (plain: Headers): Headers => {
    const credential = plain.filter(([name]) => !USUAL.includes(name.toLowerCase()));
    const headers = lines.flatMap((line): Headers => {
      if (isNamed(line.name, 'authorization')) return isLowerCase ? inLowerCase(credential) : credential;
      const value = valueSent(line, plain);
      return value === undefined ? [] : [[line.name, value]];
    });
    const agent = valueIn(plain, AGENT);
    const isAnonymous = lineOf(client, AGENT) === undefined && agent !== undefined;
    return isAnonymous ? [...headers, ['User-Agent', agent]] : headers;
  };
  return { id: client.id, label: `the headers of ${client.name}`, parts: parts.map(({ id }) => id), rewrite };
}

/** One difference each. */
export const HEADERS: Table<HeadersValue> = tableOf(
  'headers',
  [PLAIN, ...DIFFERENCES.map(headersWith), LOWER_CASE],
  PLAIN.id,
);

/** What requests are sent with: as one of the clients, or with one difference to find out which of them matters. */
export const CLIENT_HEADERS: Table<HeadersValue> = {
  ...HEADERS,
  values: [...HEADERS.values, ...CLIENTS.map(headersOf)],
};

/** Every fourth request is plain. */
const PLAIN_EVERY = 4;

const WITH_BODY = CLIENTS.filter(({ isWithoutBody }) => !isWithoutBody);

/** The id of the headers that take their turn. */
export function headersAt(index: number, clients: readonly OrdinaryClient[] = CLIENTS): string {
  if (index % PLAIN_EVERY === 0) return PLAIN.id;
  const turn = Math.floor(index / PLAIN_EVERY) * (PLAIN_EVERY - 1) + (index % PLAIN_EVERY) - 1;
  return clients[turn % clients.length]?.id ?? PLAIN.id;
}

/** A creation with the headers that take their turn. */
export function withHeadersInTurn(row: InputRow, index: number): InputRow {
  return { headers: headersAt(index, WITH_BODY), ...row };
}

interface ConnectionValue extends Value {
  readonly connection?: 'new' | 'reused';
}

export const CONNECTIONS: Table<ConnectionValue> = tableOf(
  'connection',
  [
    { id: 'any', label: 'on any connection' },
    { id: 'new', label: 'on a new connection', connection: 'new' },
    { id: 'reused', label: 'on a connection that carried the right key', connection: 'reused' },
  ],
  'any',
);

/** In milliseconds. */
export const IDLE_MS = 300;

/** What a service remembers of a connection may end with its idle time. */
export const PAUSES: Table = tableOf('pause', [
  { id: 'idle', label: `on a connection that was idle for ${IDLE_MS} ms` },
]);
