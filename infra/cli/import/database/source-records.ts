import type { ImportedIds } from './accounts/imported-ids.ts';
import { makeAccountIdsParameter, mapAccountIdSql, mapOwnerSql } from './map-account-ids.ts';
import type { RecordText } from '../resources/record-text.ts';
import type { DatabaseSource } from './database-source.ts';
import { hasLifeCycles, type Release } from './release.ts';
import { tileHash, resourceHash, sourceIdentifiers } from './source-hashes.ts';

/** The stored parts that the import keeps, so it leaves them out of the records that it writes. */
export type KeptParts = {
  /** Tiles that are kept unchanged. */
  readonly tileIds: readonly string[];
  /** Tiles that were deleted in this service. They are left out with all tiles below them. */
  readonly deletedTileIds: readonly string[];
  /** Whether all tiles are left out. */
  readonly withoutTiles?: boolean;
};

/** The record of a resource instance, with the hashes of its rows. */
export type SourceRecord = {
  readonly record: RecordText;
  readonly resourceId: string;
  readonly resourceHash: string;
  /** By tile id. */
  readonly tileHashes: ReadonlyMap<string, string>;
};

const recordsPerQuery = 500;

/**
 * Makes the query of records. Since release 8.0, resource instances have states and identifiers. Tiles are in the order in which they are
 * stored, as in the exports of the source: it decides there between equal sort orders.
 */
const makeRecordQuery = (release: Release): string => `with recursive deleted_tile as (
  select d.tileid
  from unnest($2::uuid[]) as d (tileid)
  union
  select t.tileid
  from tiles t
  join deleted_tile d on d.tileid = t.parenttileid
)
select
  r.resourceinstanceid,
  ${resourceHash(release)} as hash,
  resource_tiles.hashes::text as tile_hashes,
  jsonb_build_object(
    'resourceinstance', jsonb_build_object(
      'resourceinstanceid', r.resourceinstanceid,
      'graph_id', r.graphid,
      'legacyid', r.legacyid,
      'createdtime', r.createdtime,
      'principaluser_id', ${mapOwnerSql('$4')}${
        hasLifeCycles(release)
          ? `,
      'resource_instance_lifecycle_state_id', r.resource_instance_lifecycle_state_id,
      'identifiers', ${sourceIdentifiers(release)}`
          : ''
      }
    ),
    'tiles', coalesce(resource_tiles.tiles, '[]')
  )::text as record
from resource_instances r
left join lateral (
  select
    jsonb_object_agg(t.tileid, ${tileHash}) as hashes,
    jsonb_agg(
      jsonb_build_object(
        'tileid', t.tileid,
        'resourceinstance_id', t.resourceinstanceid,
        'nodegroup_id', t.nodegroupid,
        'parenttile_id', t.parenttileid,
        'sortorder', t.sortorder,
        'data', t.tiledata,
        'provisionaledits', case
          when jsonb_typeof(t.provisionaledits) = 'object' then coalesce(
            (
              select jsonb_object_agg(${mapAccountIdSql('e.key', '$4')}, e.value)
              from jsonb_each(t.provisionaledits) e
            ),
            '{}'
          )
          else t.provisionaledits
        end
      )
      order by t.ctid
    ) as tiles
  from tiles t
  where t.resourceinstanceid = r.resourceinstanceid
    and not $5::boolean
    and t.tileid <> all ($1::uuid[])
    and t.tileid not in (select d.tileid from deleted_tile d)
) resource_tiles on true
where r.resourceinstanceid = any ($3::uuid[])
order by r.resourceinstanceid`;

const toArrayLiteral = (ids: readonly string[]): string => `{${ids.join(',')}}`;

/**
 * Reads resource instances with their tiles in the format of business data, so that they are checked and written like the records of files.
 * @param ids the ids of the resource instances, in order
 * @param accountIds the ids by which owners and authors of proposals are replaced; if absent, the authors keep their ids, and there are no
 * owners
 */
export async function* readSourceRecords(
  { source, release }: Pick<DatabaseSource, 'source' | 'release'>,
  ids: readonly string[],
  kept: KeptParts,
  accountIds?: ImportedIds,
): AsyncGenerator<SourceRecord> {
  let position = 0;
  for (let start = 0; start < ids.length; start += recordsPerQuery) {
    const rows = await source.read(makeRecordQuery(release), [
      toArrayLiteral(kept.tileIds),
      toArrayLiteral(kept.deletedTileIds),
      toArrayLiteral(ids.slice(start, start + recordsPerQuery)),
      makeAccountIdsParameter(accountIds),
      String(kept.withoutTiles ?? false),
    ]);
    for (const { resourceinstanceid, hash, tile_hashes: hashes, record } of rows) {
      const resourceId = resourceinstanceid ?? '';
      const entries: [string, string][] = Object.entries(JSON.parse(hashes ?? '{}'));
      yield {
        record: {
          text: record ?? '',
          isUtf8: true,
          pointer: `/${resourceId}`,
          position,
          line: position + 1,
        },
        resourceId,
        resourceHash: hash ?? '',
        tileHashes: new Map(entries),
      };
      position += 1;
    }
  }
}
