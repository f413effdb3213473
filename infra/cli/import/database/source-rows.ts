import { isUuid, parseResourceId } from '../../../../lib/model/ids.ts';
import { systemSettingsGraphId } from '../package/detect-content.ts';
import { identifyRelation, type Relation } from '../relations/read-relations.ts';
import type { ComparedRow } from './compare-rows.ts';
import { conceptTables, type ConceptTables } from './concept-tables.ts';
import type { DatabaseSource } from './database-source.ts';
import type { Release } from './release.ts';
import {
  conceptHash,
  resourceHash,
  spatialViewHash,
  tileHash,
  valueHash,
} from './source-hashes.ts';
import { countRows, type Source } from './source.ts';

const rowsPerBatch = 10_000;

const conceptRelationKey = 'md5(row(r.conceptidfrom, r.relationtype, r.conceptidto)::text)::uuid';

/** Selects the rows of a kind in the order of their ids, with their hashes. Leaves out the system settings, which are not business data. */
const makeRowQueries = (release: Release, tables: ConceptTables) => ({
  concept: `select c.conceptid as id, ${conceptHash} as hash, null as owner
from ${tables.concepts} c
order by c.conceptid`,
  value: `select v.valueid as id, ${valueHash} as hash, v.conceptid as owner
from ${tables.values} v
order by v.valueid`,
  'concept relation': `select k.id, replace(k.id::text, '-', '') as hash, null as owner
from (
  select ${conceptRelationKey} as id
  from ${tables.relations} r
) k
order by k.id`,
  resource: `select r.resourceinstanceid as id, ${resourceHash(release)} as hash, r.graphid as owner
from resource_instances r
where r.graphid <> '${systemSettingsGraphId}'
order by r.resourceinstanceid`,
  tile: `select t.tileid as id, ${tileHash} as hash, t.resourceinstanceid as owner
from tiles t
join resource_instances r on r.resourceinstanceid = t.resourceinstanceid
where r.graphid <> '${systemSettingsGraphId}'
order by t.tileid`,
  'spatial view': `select v.spatialviewid as id, ${spatialViewHash} as hash, null as owner
from spatial_views v
order by v.spatialviewid`,
});

/** What the rows of a source depend on. */
type RowSource = Pick<DatabaseSource, 'source' | 'release' | 'hasControlledLists'>;

/** Streams the ids and hashes of the rows of a kind, in the order of their ids. */
export async function* readSourceRows(
  { source, release, ...database }: RowSource,
  kind: keyof ReturnType<typeof makeRowQueries>,
): AsyncGenerator<readonly ComparedRow[]> {
  for await (const rows of source.readBatches(
    makeRowQueries(release, conceptTables(database))[kind],
    rowsPerBatch,
  )) {
    yield rows.map(({ id, hash, owner }) => ({
      id: id ?? '',
      hash: hash ?? '',
      ownerId: owner ?? null,
    }));
  }
}

/** Counts the resource instances and tiles that `readSourceRows` streams. */
export async function countBusinessRows({
  source,
  release,
  ...database
}: RowSource): Promise<number> {
  const queries = makeRowQueries(release, conceptTables(database));
  return (await countRows(source, queries.resource)) + (await countRows(source, queries.tile));
}

const relationQuery = `select
  r.resourcexid, r.resourceinstanceidfrom, r.resourceinstanceidto, r.relationshiptype, r.inverserelationshiptype, r.notes,
  to_jsonb(r) ->> 'datestarted' as datestarted, to_jsonb(r) ->> 'dateended' as dateended
from resource_x_resource r
where r.tileid is null
order by r.resourcexid`;

/** Reads the relations that are not values of tiles. Their ids are derived from their content, like those of relations in files. */
export async function readSourceRelations(source: Source): Promise<readonly Relation[]> {
  const rows = await source.read(relationQuery);
  const relations = rows.flatMap((row) => {
    const from = row['resourceinstanceidfrom'] ?? '';
    const to = row['resourceinstanceidto'] ?? '';
    // A relation that lacks one end is left over from a deleted resource instance.
    if (!isUuid(from) || !isUuid(to)) return [];
    return identifyRelation({
      fromId: parseResourceId(from),
      toId: parseResourceId(to),
      relationshipType: row['relationshiptype'] || null,
      inverseRelationshipType: row['inverserelationshiptype'] || null,
      notes: row['notes'] || null,
      dateStarted: row['datestarted'] ?? null,
      dateEnded: row['dateended'] ?? null,
    });
  });
  return [...new Map(relations.map((relation) => [relation.relationId, relation])).values()];
}

/** Converts relations to rows for comparison, in the order of their ids. */
export async function* toRelationRows(
  relations: readonly Relation[],
): AsyncGenerator<readonly ComparedRow[]> {
  const ids = relations.map(({ relationId }) => relationId).toSorted();
  yield ids.map((id) => ({ id, hash: id.replaceAll('-', ''), ownerId: null }));
}
