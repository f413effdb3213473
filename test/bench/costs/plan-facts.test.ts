import { describe, expect, it } from 'vitest';

import { collectPlanFacts, listRegressions } from './plan-facts.ts';

const scan = (rows: number, loops = 1) => ({
  'Node Type': 'Seq Scan',
  'Relation Name': 'tile',
  'Actual Rows': rows,
  'Rows Removed by Filter': 100,
  'Actual Loops': loops,
});

const plan = (root: object): string => JSON.stringify({ 'Query Text': 'select 1', Plan: root });

describe('the facts of a plan', () => {
  it('contain the pages of the outermost plan and the indexes of all plans', () => {
    const inner = plan({
      'Node Type': 'Index Scan',
      'Index Name': 'tile_pkey',
      'Shared Hit Blocks': 3,
    });
    const outer = plan({
      'Node Type': 'Result',
      'Shared Hit Blocks': 5,
      'Shared Read Blocks': 2,
      Plans: [{ 'Node Type': 'Bitmap Index Scan', 'Index Name': 'feature_box' }],
    });
    expect(collectPlanFacts([inner, outer])).toEqual({
      pages: 7,
      indexes: ['feature_box', 'tile_pkey'],
      scanned: {},
      sorted: 0,
    });
  });

  it('count the rows of a scan in all its loops, including the rows that it filters out', () => {
    expect(collectPlanFacts([plan(scan(900, 4))]).scanned).toEqual({ tile: 4000 });
  });

  it('leave out scans and sorts of few rows', () => {
    const sort = { 'Node Type': 'Sort', 'Actual Rows': 2000, Plans: [scan(1900)] };
    expect(collectPlanFacts([plan(sort)])).toMatchObject({ scanned: {}, sorted: 0 });
  });

  it('contain the largest sort', () => {
    const sort = (rows: number) => ({ 'Node Type': 'Incremental Sort', 'Actual Rows': rows });
    const both = { 'Node Type': 'Append', Plans: [sort(3000), sort(5000)] };
    expect(collectPlanFacts([plan(both)]).sorted).toBe(5000);
  });
});

describe('a plan', () => {
  const before = { pages: 100, indexes: ['tile_pkey'], scanned: {}, sorted: 0 };

  it('is not worse if it reads a few more pages or uses an additional index', () => {
    const now = { ...before, pages: 130, indexes: ['feature_box', 'tile_pkey'] };
    expect(listRegressions(before, now)).toEqual([]);
  });

  it('is worse if it reads more or no longer uses an index', () => {
    const now = { pages: 300, indexes: [], scanned: { tile: 9000 }, sorted: 4000 };
    expect(listRegressions(before, now)).toEqual([
      'reads 300 pages, not 100',
      'does not use tile_pkey',
      'scans 9000 rows of tile',
      'sorts 4000 rows',
    ]);
  });
});
