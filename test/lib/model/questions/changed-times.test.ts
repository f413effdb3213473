import { describe, expect, it } from 'vitest';

import { readChanged } from '../../../../lib/model/questions/changed-times.ts';

describe('the times of changes', () => {
  it.each([
    ['2026-11-01..', ['2026-11-01T00:00:00.000Z', null]],
    ['..2026-11-01', [null, '2026-11-01T23:59:59.999Z']],
    ['2026-11-01', ['2026-11-01T00:00:00.000Z', '2026-11-01T23:59:59.999Z']],
    [
      '2026-11-01T12:00:00+02:00..2026-11-02T00:00:00Z',
      ['2026-11-01T10:00:00.000Z', '2026-11-02T00:00:00.000Z'],
    ],
    ['2026-13-01..', undefined],
    ['2026-11-01T12:00', undefined],
    ['yesterday', undefined],
    ['2026-11-01,2026-11-02', undefined],
  ])('%s', (text, times) => {
    const read = readChanged(text);
    expect(read && [read.from, read.to]).toEqual(times);
  });
});
