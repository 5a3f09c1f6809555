import { isInt64 } from '../json/exact-json.ts';
import { UsageError } from './usage-error.ts';

/** Turns the text of a setting into its value. `name` is the flag or the variable, for messages. */
export type Parse<T> = (text: string, name: string) => T;

export const asGiven: Parse<string> = (text) => text;

/** The text is never quoted in a message: it may contain credentials, or be a key in the wrong place. */
export const parseBaseUrl: Parse<string> = (text, name) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError(`${name} is not an http or https address: write it like https://api.example.com/v1.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`${name} contains a user name or password: remove it and give the API key separately.`);
  }
  if (/[?#]/.test(text)) {
    throw new UsageError(
      `${name} contains a query or a fragment: end it at the path, like https://api.example.com/v1.`,
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
};

/** The key is never part of a message. */
export const parseApiKey: Parse<string> = (text, name) => {
  if (text.trim() === '') throw new UsageError(`${name} is empty: give the API key of the target.`);
  if (!/^[!-~]([ -~]*[!-~])?$/.test(text)) {
    throw new UsageError(
      `${name} contains characters that a header cannot have: use printable ASCII without spaces around it.`,
    );
  }
  return text;
};

export const parseInt64: Parse<string> = (text, name) => {
  const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  if (isInt64(value)) return value.toString();
  throw new UsageError(`${name} contains ${quoted(text)}, which is not an int64: give integers separated by commas.`);
};

export const parseBoolean: Parse<boolean> = (text, name) => {
  const word = text.toLowerCase();
  if (['true', '1', 'yes'].includes(word)) return true;
  if (['false', '0', 'no'].includes(word)) return false;
  throw new UsageError(`${name} is ${quoted(text)}: use true or false (or 1, 0, yes, no).`);
};

export function wholeNumber(least: number, most: number): Parse<number> {
  return (text, name) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`${name} is ${quoted(text)}: give a whole number from ${least} to ${most}.`);
  };
}

export function decimalNumber(least: number, most: number): Parse<number> {
  return (text, name) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new UsageError(`${name} is ${quoted(text)}: give a number from ${least} to ${most}.`);
  };
}

/** A name or an address as in a URL, without scheme and path. */
export const parseHostPattern: Parse<string> = (text, name) => {
  const [, host, port = ''] = /^(\[[\da-f:.*?]+\]|[\w.*?-]+)(:[\d*?]+)?$/i.exec(text) ?? [];
  if (host !== undefined) return `${hostInUrl(host)}${port}`;
  throw new UsageError(
    `${name} contains ${quoted(text)}, which is not a host: write names such as api.example.com or *.example.com.`,
  );
};

export const parseHostAndPort: Parse<string> = (text, name) => {
  const parts = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text);
  const isPort = Number(parts?.[2]) >= 1 && Number(parts?.[2]) <= 65_535;
  if (isPort && URL.canParse(`http://${text}`)) return text.toLowerCase();
  throw new UsageError(`${name} is ${quoted(text)}: write a host and a port, like 10.0.0.7:8443 or [::1]:8443.`);
};

/** An address can be written in many ways, and a URL turns all of them into one. */
function hostInUrl(host: string): string {
  const address = `http://${host}`;
  const isPattern = /[*?]/.test(host) || !URL.canParse(address);
  return (isPattern ? host.toLowerCase() : new URL(address).hostname).replace(/\.$/, '');
}

/** Seconds, as people write them, into milliseconds, as timers take them. */
export function seconds(least: number, most: number): Parse<number> {
  return (text, name) => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return Math.round(value * 1000);
    throw new UsageError(`${name} is ${quoted(text)}: give seconds from ${least} to ${most}, such as 2 or 0.5.`);
  };
}

export const parseDate: Parse<string> = (text, name) => {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // A day that a month does not have rolls over to the next month, or is not a date at all.
  const exists = date !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  if (exists) return text;
  throw new UsageError(`${name} is ${quoted(text)}: give a date that exists, written YYYY-MM-DD.`);
};

export interface ReporterChoice {
  readonly name: string;
  /** Standard output unless given. */
  readonly file?: string;
}

export const parseReporter: Parse<ReporterChoice> = (text, name) => {
  const [reporter = '', ...rest] = text.split('=');
  if (rest.length === 0) return { name: reporter };
  const file = rest.join('=');
  if (file === '') throw new UsageError(`${name} ${quoted(text)} has no file: write ${reporter}=FILE.`);
  return { name: reporter, file };
};

export function quoted(text: string): string {
  return JSON.stringify(text);
}
