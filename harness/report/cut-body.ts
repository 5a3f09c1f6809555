import type { Exchange } from './model.ts';

/** In characters. A report holds many exchanges, and nobody reads a body of megabytes in one. */
const LONGEST_BODY = 16 * 1024;

/** The exchange with long bodies cut in the middle. */
export function withShortBodies(exchange: Exchange): Exchange {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: request.body === undefined ? request : { ...request, body: cutInTheMiddle(request.body, LONGEST_BODY) },
    ...(response && { response: { ...response, body: cutInTheMiddle(response.body, LONGEST_BODY) } }),
  };
}

/** Only for texts without the key: half of a key is not found any more. */
export function cutInTheMiddle(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = longest / 2;
  const start = text.slice(0, splitsPair(text, half) ? half - 1 : half);
  const end = text.slice(splitsPair(text, text.length - half) ? 1 - half : -half);
  const leftOut = text.length - start.length - end.length;
  const told = `${leftOut.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters are left out here`;
  return `${start} … [${told}] … ${end}`;
}

function splitsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
