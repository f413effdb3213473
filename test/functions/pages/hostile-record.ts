import { int, json, sql, uuid } from '../../../lib/data-api/sql.ts';
import type { TestService } from '../../support/service.ts';
import { sampleIds } from './data-pages.ts';

/** A word in every hostile text. */
export const marker = 'hostile-marker';

/** Texts that a page could run, or that could end an element or a data block too early. */
export const hostileTexts = [
  `<script>alert('${marker}')</script>`,
  `<p><img src=x onerror="alert('${marker}')"></p>`,
  `<p><a href="javascript:alert('${marker}')">${marker}</a></p>`,
  `</script></main><script>alert('${marker}')</script>`,
  `"><svg onload=alert('${marker}')>`,
  `\u202E${marker}\u202D`,
  `${marker} ${'x'.repeat(100_000)}`,
];

/** Adds copies of a tile of the record, until it has this many of them. */
export async function addTiles(service: Pick<TestService, 'stack'>, count: number): Promise<void> {
  await service.stack.dataApi
    .write(sql`insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select gen_random_uuid(), t.resource_id, t.nodegroup_id, n, t.data
from (
  select *
  from tile
  where resource_id = ${uuid(sampleIds.resource_instance_id)}
    and parent_tile_id is null
  order by tile_id
  limit 1
) t
cross join generate_series(1, ${int(count)}) n`);
}

/** Stores an edit of each tile of the record, in two transactions, and a proposal. */
export async function addEdits({ stack }: Pick<TestService, 'stack'>): Promise<void> {
  await stack.dataApi.write(sql`insert into edit_log (
  transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, new_provisional_edits
)
select
  md5((row_number() over (order by t.tile_id) % 2)::text)::uuid,
  t.resource_id,
  t.tile_id,
  t.nodegroup_id,
  'tile edit',
  '{}',
  jsonb_build_object('1', jsonb_build_object('action', 'update', 'value', t.data))
from tile t
where t.resource_id = ${uuid(sampleIds.resource_instance_id)}`);
}

/** Replaces every text of the record, and its names, by one text. */
export async function writeText(service: Pick<TestService, 'stack'>, text: string): Promise<void> {
  const id = uuid(sampleIds.resource_instance_id);
  await service.stack.dataApi.write(sql`update tile t
set data = (
  select jsonb_object_agg(
    d.key,
    case
      when n.datatype <> 'string' then d.value
      else jsonb_build_object('en', jsonb_build_object('value', ${json(text)}, 'direction', 'ltr'))
    end
  )
  from jsonb_each(t.data) d
  join node n on n.node_id::text = d.key
)
where t.resource_id = ${id}`);
  const descriptor = sql`jsonb_build_object('value', ${json(text)}, 'nodegroups', '[]'::jsonb, 'resources', '[]'::jsonb)`;
  await service.stack.dataApi.write(sql`update resource
set descriptors = jsonb_build_object('en', jsonb_build_object('name', ${descriptor}, 'description', ${descriptor}))
where resource_id = ${id}`);
}
