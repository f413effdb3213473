import { queryColumn, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { house } from './house-model.ts';
import { type Houses } from './named-houses.ts';

/**
 * Stores copies of a house, with its names and tiles, as an import would store them.
 * @param copied the number of the house
 * @param first the number of the first copy
 */
export async function placeCopies(
  { service }: { readonly service: Pick<TestService, 'stack'> },
  copied: number,
  first: number,
  count: number,
): Promise<void> {
  const id = (start: number): string => `lpad((${start} + n)::text, 12, '0')`;
  await runStatement(
    service,
    `with copy as (
  insert into resource (resource_id, graph_id, descriptors, descriptor_basis)
  select ('00000000-0000-4000-8000-' || ${id(1000 + first)})::uuid, r.graph_id, r.descriptors, r.descriptor_basis
  from resource r
  cross join generate_series(0, ${count - 1}) as n
  where r.resource_id = '${house(copied)}'
  returning resource_id
)
insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
select gen_random_uuid(), c.resource_id, t.nodegroup_id, t.sort_order, t.data
from copy c
cross join tile t
where t.resource_id = '${house(copied)}'`,
  );
}

/** Counts the houses with each English name. @returns such as `3 Mill` */
export async function namesByCount({
  service,
}: Pick<Houses, 'service'>): Promise<readonly string[]> {
  return queryColumn(
    service,
    `select count(*) || ' ' || (descriptors -> 'en-US' -> 'name' ->> 'value')
from resource
group by descriptors -> 'en-US' -> 'name' ->> 'value'
order by 1`,
  );
}
