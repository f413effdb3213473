import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { json, sql } from '../../../../lib/data-api/sql.ts';
import { compareTiles } from '../../../../lib/model/resources/tile-order.ts';
import { tileOrder } from '../../../../lib/queries/tiles/tile-order.ts';
import { openTestStack, type TestStack } from '../../../support/stack.ts';

let stack: TestStack;

beforeAll(async () => {
  stack = await openTestStack({ content: 'empty' });
});

afterAll(async () => stack?.close());

const storedTile = fc.record({
  tileId: fc.uuid(),
  sortOrder: fc.constantFrom(null, -1, 0, 1, 2 ** 31 - 1),
  position: fc.constantFrom(0, 1, 2, 2 ** 40),
});
const nodegroups = fc.sample(
  fc.uniqueArray(storedTile, { minLength: 2, maxLength: 12, selector: ({ tileId }) => tileId }),
  500,
);

describe('the order of the stored tiles of a nodegroup', () => {
  it('is the same in SQL as in TypeScript', async () => {
    const rows = await stack.owner.read(sql`select (
  select string_agg(t.tile_id::text, ' ' order by ${tileOrder(sql`t`)})
  from (
    select
      (s ->> 'tileId')::uuid as tile_id,
      (s ->> 'sortOrder')::integer as sort_order,
      (s ->> 'position')::bigint as position
    from jsonb_array_elements(n.tiles) s
  ) t
)
from jsonb_array_elements(${json(nodegroups)}) with ordinality as n (tiles, number)
order by n.number`);
    expect(rows.map(([ids]) => ids)).toEqual(
      nodegroups.map((tiles) =>
        tiles
          .toSorted(compareTiles)
          .map(({ tileId }) => tileId)
          .join(' '),
      ),
    );
  });
});
