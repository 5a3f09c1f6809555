import { describe, expect, test } from 'vitest';
import { applyOtherBaseline } from '../../harness/gate/gate.ts';
import { HistoryBuilder } from '../../reporters/history.ts';
import { renderHistory } from '../../reporters/html/history.ts';
import { reporters } from '../../reporters/index.ts';
import { HOSTILE, hostileReport } from './hostile.ts';
import { exchange, failure, reportOf, resultOf, withFailure } from './samples.ts';

const options = { colour: false, width: 90, verbose: true };
const quiet = reportOf(
  hostileReport.results.map(({ id, level }) => resultOf(id, { level })),
  { observations: [{ id: 'observed.order', statement: 'Order', value: 'by id' }] },
);

/** A report, the same one compared with another, and as HTML the history of both. */
function rendered(format: string): readonly string[] {
  const builder = new HistoryBuilder();
  const here = { ...hostileReport, target: quiet.target };
  builder.add(HOSTILE, quiet);
  builder.add('b', here);
  builder.leaveOut(HOSTILE);
  return [
    reporters.get(format)?.(hostileReport, options),
    reporters.get(format)?.(applyOtherBaseline(hostileReport, quiet), options),
    format === 'html' ? renderHistory(builder.build()) : undefined,
  ].filter((text) => text !== undefined);
}

describe('text that a server chose', () => {
  test.each(['terminal', 'markdown', 'github'])('has its control characters escaped in %s', (format) => {
    for (const text of rendered(format)) {
      expect(text).not.toMatch(/[^\P{C}\n]/u);
      expect(text).toContain(String.raw`\u001b`);
    }
  });

  test('cannot start a line of a terminal', () => {
    const narrow = reporters.get('terminal')?.(hostileReport, { colour: false, width: 10 }) ?? '';
    for (const text of [...rendered('terminal'), narrow]) expect(text).not.toMatch(/^(✓ Conforming: forged|::error)/m);
  });

  test('cannot break a line of a terminal, unless it is JSON, where a break means nothing', () => {
    const answered = { ...exchange, response: { status: 500, headers: [], body: 'b\n  ✓ d' } };
    const broken = reportOf([withFailure(failure, { actual: 'a\n  ✓ c', exchanges: [answered] })]);
    const text = reporters.get('terminal')?.(broken, { ...options, verbose: true });
    expect(text).toContain('a\\n  ✓ c');
    expect(text).toContain('b\\n  ✓ d');
  });

  const word = 'word-of-the-server';
  const answered = { ...exchange, response: { status: 500, headers: [], body: word } };
  const shown = reportOf([withFailure(failure, { actual: word, exchanges: [answered] })]);

  test.each(['openmetrics'])('is not in %s, which others may read', (format) => {
    expect(reporters.get('json')?.(shown, options)).toContain(word);
    expect(reporters.get(format)?.(shown, options)).not.toContain(word);
  });

  test('is in code or escaped in markdown', () => {
    for (const text of rendered('markdown')) {
      const outsideOfBlocks = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
      const outsideOfCode = outsideOfBlocks
        .replace(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
        .replace(/<summary>.*<\/summary>/g, '');
      const markup = [...outsideOfCode.matchAll(/(?<!\\)<[^>\n]*>/g)].map(([tag]) => tag);
      expect(markup.filter((tag) => !['<details>', '</details>', '<b>', '</b>'].includes(tag))).toEqual([]);
      expect(outsideOfCode).not.toMatch(/@somebody|(?<!\\)!\[|(?<!\\)\]\(|[^\\]:\/\/|www\.e|^# heading/m);
      for (const table of outsideOfBlocks.match(/^(\|.*\n)+/gm) ?? []) {
        const rows = table.trimEnd().replace(/\\./g, '').split('\n');
        expect(new Set(rows.map((row) => row.split('|').length)).size).toBe(1);
      }
    }
  });

  test('is an attribute or text in html', () => {
    for (const page of rendered('html')) {
      // What is copied keeps every character, inside a quoted attribute.
      const safe = page.replace(/data-copy="[^"]*"/g, '');
      expect(safe.match(/<script/g)).toHaveLength(1);
      expect(/<img|<failure|<!--|[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u.exec(safe)?.[0]).toBeUndefined();
    }
  });

  test('can be read back from json, and gives no command to the runner of GitHub Actions', () => {
    for (const text of ['json', 'har'].flatMap(rendered)) expect(() => JSON.parse(text)).not.toThrow();
    const [text = ''] = rendered('github');
    const command = /^::(error|warning|notice) (file=[^:,]+,line=\d+,)?title=[^:,]+::/;
    for (const line of text.trimEnd().split('\n')) expect(line).toMatch(command);
  });
});
