import { expect, test } from 'vitest';
import { checkReference } from '../../support.ts';
import { rowOf } from '../checks.ts';

test.each(['create.client-id', 'list.status.with-limit', 'errors.shape.404'])(
  '%s is decided when asked for alone, as in the whole run',
  async (id) => {
    const report = await checkReference({}, { only: [id] });
    expect(rowOf(report, id).outcome).toBe('pass');
    expect(report.exitCode).toBe(0);
  },
);
