import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, sql } from '../../../../lib/data-api/sql.ts';
import { sortTiles } from '../../../../lib/model/resources/tile-order.ts';
import { recordOrder } from '../../../../lib/queries/tiles/tile-order.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'empty' });
});

afterAll(async () => stack?.close());

const nodegroups = [
  { nodegroupId: 'names', depth: 0, position: 7 },
  { nodegroupId: 'dates', depth: 0, position: 1 },
  { nodegroupId: 'notes', depth: 1, position: 3 },
];
const storedTile = fc.record({
  tileId: fc.uuid(),
  nodegroupId: fc.constantFrom(...nodegroups.map(({ nodegroupId }) => nodegroupId)),
  sortOrder: fc.constantFrom(null, -1, 0, 1, 2 ** 31 - 1),
  position: fc.constantFrom(0, 1, 2, 2 ** 40),
});
const records = fc.sample(
  fc.uniqueArray(storedTile, { minLength: 2, maxLength: 16, selector: ({ tileId }) => tileId }),
  500,
);

describe('the order of the stored tiles of a record', () => {
  it('is the same in SQL as in TypeScript', async () => {
    const rows = await stack.owner.read(sql`select (
  select string_agg(t.tile_id::text, ' ' order by ${recordOrder(sql`t`, sql`n`)})
  from (
    select
      (s ->> 'tileId')::uuid as tile_id,
      s ->> 'nodegroupId' as nodegroup_id,
      (s ->> 'sortOrder')::integer as sort_order,
      (s ->> 'position')::bigint as position
    from jsonb_array_elements(r.tiles) s
  ) t
  join (
    select g ->> 'nodegroupId' as nodegroup_id, (g ->> 'depth')::integer as depth, (g ->> 'position')::integer as model_position
    from jsonb_array_elements(${json(nodegroups)}) g
  ) n on n.nodegroup_id = t.nodegroup_id
)
from jsonb_array_elements(${json(records)}) with ordinality as r (tiles, number)
order by r.number`);
    expect(rows.map(([ids]) => ids)).toEqual(
      records.map((tiles) =>
        sortTiles(tiles, nodegroups)
          .map(({ tileId }) => tileId)
          .join(' '),
      ),
    );
  });
});
