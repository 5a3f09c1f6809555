import type { Headers } from '../../harness/model/wire.ts';
import { headerOf } from './request.ts';

/** A coding of a body that its request did not offer. Who says nothing about codings takes any of them (RFC 9110, 12.5.3). */
export function unofferedCoding(request: Headers, response: Headers): string | undefined {
  const offered = headerOf(request, 'accept-encoding');
  if (offered === undefined) return undefined;
  const accepted = new Set(listOf(offered).filter(isWanted).map(nameOf));
  if (accepted.has('*')) return undefined;
  const codings = listOf(headerOf(response, 'content-encoding') ?? '').map(nameOf);
  return codings.find((coding) => coding !== 'identity' && !accepted.has(coding));
}

function listOf(value: string): readonly string[] {
  const items = value.split(',').map((item) => item.trim().toLowerCase());
  return items.filter((item) => item !== '');
}

function isWanted(item: string): boolean {
  return !/;\s*q=0(\.0*)?$/.test(item);
}

function nameOf(item: string): string {
  return item.replace(/\s*;.*/, '').replace(/^x-(?=gzip$|compress$)/, '');
}
