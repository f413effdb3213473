import type { DataApi } from '../../../lib/data-api/client.ts';

/*
 * Consistency checks of the stored data, which must hold after any writes in any order: each query returns one line for every
 * inconsistency.
 */

const activityQuery = `select 'the activity has gaps: ' || concat_ws(' ', count(a), min(a.ordinal), max(a.ordinal), c.ordinal)
from activity_counter c
left join activity a on true
group by c.ordinal
having not (count(a) = c.ordinal and coalesce(max(a.ordinal), 0) = c.ordinal)
union all
select 'the activity goes back in time at ' || a.ordinal
from (select ordinal, end_time < lag(end_time) over (order by ordinal) as goes_back from activity) a
where a.goes_back`;

const versionsQuery = `select concat_ws(' ', r.resource_id, 'has version', r.version, 'and', a.changes, 'changes')
from resource r
left join (select resource_id, count(*) as changes from activity group by resource_id) a using (resource_id)
where r.version is distinct from a.changes
union all
select concat_ws(' ', 'a change of', coalesce(a.resource_id, e.resource_id), 'is', coalesce(a.changes, 0),
  'times in the activity and', coalesce(e.changes, 0), 'times in the log')
from (select resource_id, count(*) as changes from activity group by resource_id) a
full join (
  select resource_id, count(distinct transaction_id) as changes from edit_log group by resource_id
) e using (resource_id)
where a.changes is distinct from e.changes
union all
select concat_ws(' ', a.resource_id, 'is deleted and there, or neither')
from (select distinct on (resource_id) * from activity order by resource_id, ordinal desc) a
left join resource r using (resource_id)
where (a.activity_type = 'Delete') <> (r.resource_id is null)`;

/** Each tile was created once, existed when it was edited, and exists unless its last edit was its deletion. */
const tilesQuery = `with logged as (
  select
    e.*,
    lag(e.edit_type) over (partition by e.tile_id order by e.edit_log_id) as edit_before,
    lead(e.edit_type) over (partition by e.tile_id order by e.edit_log_id) as edit_after
  from edit_log e
  where e.tile_id is not null
)
select concat_ws(' ', 'tile', l.tile_id, ':', l.edit_type, 'after', coalesce(l.edit_before, 'nothing'))
from logged l
where (l.edit_type = 'tile create') <> (coalesce(l.edit_before, 'tile delete') = 'tile delete')
  or (l.edit_type = 'tile create') <> (l.old_value is null)
union all
select concat_ws(' ', 'tile', coalesce(t.tile_id, l.tile_id), 'is there or not against', l.edit_type)
from tile t
full join (select * from logged where edit_after is null) l using (tile_id)
where (t.tile_id is null) <> (coalesce(l.edit_type, 'tile delete') = 'tile delete')`;

const derivedDataQuery = `select concat_ws(' ', 'tile', coalesce(f.tile_id, t.tile_id), 'has', coalesce(f.features, 0), 'features stored and', coalesce(t.features, 0), 'in its value')
from (select tile_id, count(*) as features from feature group by tile_id) f
full join (
  select t.tile_id, count(*) as features
  from tile t
  cross join lateral feature_of_tile(t.nodegroup_id, t.data)
  group by t.tile_id
) t using (tile_id)
where f.features is distinct from t.features
union all
select concat_ws(' ', 'tile', coalesce(r.tile_id, t.tile_id), 'has', coalesce(r.relations, 0), 'relations stored and', coalesce(t.relations, 0), 'in its value')
from (select tile_id, count(*) as relations from resource_relation group by tile_id) r
full join (
  select t.tile_id, count(*) as relations
  from tile t
  cross join lateral reference_of_tile(t.nodegroup_id, t.data)
  group by t.tile_id
) t using (tile_id)
where r.relations is distinct from t.relations
union all
select concat_ws(' ', 'resource', w.resource_id, 'has entries that are not those of its tiles')
from wrong_value_entries(array(
  select r.resource_id
  from resource r
  union
  select e.resource_id
  from id_entry e
)) w`;

/**
 * Lists the inconsistencies of a database in which all data was written through the service: of activity, versions, edit log,
 * tiles, and the features, relations and entries of values derived from tiles. Empty if the data is consistent.
 */
export async function listInconsistencies(data: Pick<DataApi, 'read'>): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const text of [activityQuery, versionsQuery, tilesQuery, derivedDataQuery]) {
    const rows = await data.read({ text, parameters: [] });
    lines.push(...rows.map(([line]) => String(line)));
  }
  return lines;
}

/** Removes all resource instances at once. Triggers do not see it, so what they keep is named here. */
export const emptyRecords =
  'truncate resource, id_entry, number_entry, date_entry, word_entry cascade';
