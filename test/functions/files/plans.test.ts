import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { int, rawSql, sql, uuid } from '../../../lib/data-api/sql.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { files, openFileWorld, picturesNode, type FileWorld } from './file-world.ts';

let world: FileWorld;
let administratorId: number;

beforeAll(async () => {
  world = await openFileWorld();
  const { owner } = world.service.stack;
  const [[administrator] = []] = await owner.read(
    rawSql('select a.account_id from account a where a.is_administrator limit 1'),
  );
  administratorId = Number(administrator);
}, 300_000);

afterAll(async () => world?.close());

/** More would take longer than a statement may on a busy computer. */
const tilesPerStatement = 20_000;

/** Adds tiles that name one file each, with an edit of each. */
async function addTiles(from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += tilesPerStatement)
    await addTilesAtOnce(first, Math.min(to, first + tilesPerStatement - 1));
  await world.service.stack.owner.write(rawSql('analyze tile, file_use, edit_log'));
}

async function addTilesAtOnce(from: number, to: number): Promise<void> {
  await world.service.stack.owner.write(
    rawSql(`with added as (
  insert into tile (tile_id, resource_id, nodegroup_id, data)
  select
    md5('tile ' || i)::uuid,
    '${id(5950)}',
    '${picturesNode}',
    jsonb_build_object('${picturesNode}', jsonb_build_array(jsonb_build_object('file_id', md5('file ' || i)::uuid)))
  from generate_series(${from}, ${to}) i
  returning *
)
insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value)
select t.tile_id, t.resource_id, t.tile_id, t.nodegroup_id, 'tile edit', t.data
from added t`),
  );
}

const explain = async (query: string): Promise<string> =>
  (await world.service.stack.owner.read(rawSql(`explain ${query}`))).flat().join('\n');

// With few tiles, the planner may prefer to read all of them.
describe.each([
  ['6,000', 1, 6_000],
  ['100,000', 6_001, 100_000],
])('a file among %s tiles', (_, from, to) => {
  beforeAll(async () => addTiles(from, to), 300_000);

  it('is looked up by the index of the history', async () => {
    const edits = await explain(
      `select from edit_log e where files_of_edit(e.old_value, e.new_value, e.old_provisional_edits, e.new_provisional_edits) @> array['${files['a value']}'::uuid]`,
    );
    expect(edits).toContain('edit_log_file');
  });

  // A session that has looked several times can have a plan for any file.
  it.each(['force_custom_plan', 'force_generic_plan'])(
    'reads few pages, whether or not the caller may read it (%s)',
    async (mode) => {
      const pages = await world.service.stack.owner.transaction(async ({ execute }) => {
        await execute(rawSql(`set local plan_cache_mode = ${mode}`));
        const counts: number[] = [];
        for (const fileId of [files['a value'], files['a replaced value'], id(5999)])
          for (const caller of [null, administratorId]) {
            const query = sql`explain (analyze, buffers, timing off) select may_read_file(${int(caller)}, ${uuid(fileId)}), may_read_places_of_file(${int(caller)}, ${uuid(fileId)})`;
            const plan = (await execute(query)).flat().join('\n');
            counts.push(Number(/shared hit=(\d+)/.exec(plan)?.[1]));
          }
        return counts;
      });
      expect(Math.max(...pages)).toBeLessThan(2000);
    },
  );
});
