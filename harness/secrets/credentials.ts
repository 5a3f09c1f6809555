/** Names of headers and parameters whose values let somebody in. */
export const CREDENTIAL_NAME = /key|token|auth|secret|bearer|credential|password|cookie|session|signature/i;

/** The value of a header, and each part of it that is a secret by itself. */
export function secretsOf(name: string, value: string): readonly string[] {
  const [whole, ...parts] = [value.trim(), ...partsOf(name, value.trim())].filter((text) => text !== '');
  return whole === undefined ? [] : [...new Set([whole, ...parts])];
}

function partsOf(name: string, value: string): readonly string[] {
  if (/^cookie$/i.test(name)) return value.split(';').map(valueIn);
  // The name of the cookie, its value, and attributes that are no secrets.
  if (/^set-cookie$/i.test(name)) return [valueIn(value.split(';')[0] ?? '')];
  const [, credentials = ''] = /^[\w-]+[ \t]+(.+)$/.exec(value) ?? [];
  const quoted = [...credentials.matchAll(/="([^"]*)"/g)].map(([, text = '']) => text);
  return [credentials, ...quoted, ...basicParts(value)];
}

function valueIn(cookie: string): string {
  return cookie.replace(/^[^=]*=/, '').trim();
}

/** The user and the password, and the password alone. */
function basicParts(value: string): readonly string[] {
  const [, encoded] = /^basic[ \t]+([\w+/-]+=*)$/i.exec(value) ?? [];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, 'base64').toString();
  return [pair, pair.replace(/^[^:]*:/, '')];
}
