import type { Output } from './io.ts';

const ERASE_LINE = '\r\u001b[2K';

export interface Progress {
  show(done: number, total: number, current: string): void;
  erase(): void;
}

/** One line that is overwritten while a person is watching, and nothing at all in a log. */
export function progressOn(stderr: Output): Progress {
  if (stderr.isTTY !== true) return { show: () => undefined, erase: () => undefined };
  const write = (text: string) => stderr.write(text, () => undefined);
  const widest = (stderr.columns ?? 80) - 1;
  return {
    show: (done, total, current) => write(`${ERASE_LINE}${`${done}/${total}  ${current}`.slice(0, widest)}`),
    erase: () => write(ERASE_LINE),
  };
}
