import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../../lib/data-api/sql.ts';
import { sampleSpatialView } from '../../../support/sample.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'sample' });
});

afterAll(async () => stack?.close());

const hasManyFeatures = async (node: string, number: number): Promise<unknown> => {
  const rows = await stack.dataApi.read(
    rawSql(`select has_many_features('${node}', ${number})::text`),
  );
  return rows[0]?.[0];
};

describe('the statistics of features', () => {
  it('say whether a node has more than twice a number of features, and nothing of an unknown node', async () => {
    const node = sampleSpatialView.geometryNodeId;
    await stack.owner.write(rawSql('analyze feature'));
    const [row] = await stack.dataApi.read(
      rawSql(`select count(*)::integer from feature where node_id = '${node}'`),
    );
    const count = Number(row?.[0]);
    expect(count).toBeGreaterThan(10);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect([
      await hasManyFeatures(node, Math.floor(count / 2) - 2),
      await hasManyFeatures(node, count),
      await hasManyFeatures(unknown, 0),
    ]).toEqual(['true', 'false', 'false']);
  });
});
