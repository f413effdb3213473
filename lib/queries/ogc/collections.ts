import * as z from 'zod';

import { documentQuery, listSection, optionalSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, joinTables, sql, text, textArray } from '../../data-api/sql.ts';
import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseCollectionId } from '../../model/ogc/collection-id.ts';
import { geometryKinds } from '../../model/spatial-views/spatial-view.ts';
import { searchGeometry } from '../geojson/bounding-box.ts';
import { selectionTables } from '../geojson/selected-features.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { propertyNodeTables } from '../geojson/property-sources.ts';
import { layerColumnsSection, type LayerColumn } from '../map-tiles/layer-columns.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';

const boxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const collectionSchema = z
  .object({
    slug: z.string(),
    /** The only kind of geometries in the collection; null for all kinds. */
    kind: z.enum(geometryKinds).nullable(),
    description: z.string(),
    /** West, south, east, north in degrees; null if there are no features, or too many to examine. */
    extent: boxSchema.nullable(),
  })
  .readonly();

/** The features of a spatial view, or those of one geometry kind. */
export type OgcCollection = z.output<typeof collectionSchema>;

export type CollectionList = {
  /** By id. */
  readonly collections: readonly OgcCollection[];
  /** The name of the account of the caller; only for an HTML page. */
  readonly pageReader: PageReader | undefined;
  /** The columns of the only requested collection; only for a tileset. */
  readonly columns: readonly LayerColumn[];
};

/** The maximum number of features of a layer that are read for its extent and its kinds. */
const maxExaminedFeatures = 5000;

/**
 * The collections of a caller, by id: the active spatial views with a readable geometry node. A view with more than
 * one geometry kind, or with too many features to examine, also has one collection for each kind. A collection of a kind
 * is left out if its id is the slug of another view. Extents and kinds are those of the readable features.
 * @rule GeoJSON and OGC API Features: Which collections are there, and what are their extents?
 * @param id the only requested collection, of a view or of one of its kinds; null for all
 * @param purpose what the collections are listed for; some members are included only for an HTML page or a tileset
 */
export function listCollections(
  caller: Caller,
  id: string | null,
  purpose: 'document' | 'page' | 'tileset' = 'document',
): DocumentQuery<CollectionList> {
  const query = { ...defaultFeatureQuery, layer: purpose === 'tileset' ? id : null };
  const slugs = id === null ? null : [id, parseCollectionId(id)?.slug ?? id];
  const withClause = sql`with ${joinTables([
    selectionTables(caller, query),
    ...(query.layer === null ? [] : [propertyNodeTables(query)]),
  ])},
visible_view as materialized (
  select v.slug, v.description, v.geometry_node_id
  from spatial_view v
  join geometry_node g on g.node_id = v.geometry_node_id
  where v.is_active
    ${slugs === null ? sql`` : sql`and v.slug = any (${textArray(slugs)})`}
),
-- This has one row for all features of a view, and one for each kind. Features without a kind form a group of their own.
feature_group as materialized (
  select
    v.slug,
    f.kind,
    grouping(f.kind) = 1 as is_all,
    count(*) as feature_count,
    case
      when count(f.west) > 0 then jsonb_build_array(greatest(min(f.west), -180), min(f.south), least(max(f.east), 180), max(f.north))
    end as box
  from visible_view v
  cross join lateral (
    select
      f.kind,
      st_xmin(l.place) as west,
      st_ymin(l.place) as south,
      st_xmax(l.place) as east,
      st_ymax(l.place) as north
    from feature f
    -- What is outside of the world is in no extent.
    left join lateral (select ${searchGeometry} as place) l on not is_nowhere(f.world_geometry)
    where f.node_id = v.geometry_node_id
      and f.resource_id not in (select d.resource_id from denied_resource d)
      and f.tile_id not in (select t.tile_id from unreadable_tile t)
    limit ${int(maxExaminedFeatures)} + 1
  ) f
  group by grouping sets ((v.slug), (v.slug, f.kind))
),
view_summary as (
  select
    v.slug,
    v.description,
    coalesce(max(g.feature_count) <= ${int(maxExaminedFeatures)}, true) as is_complete,
    count(*) filter (where not g.is_all) as kind_count
  from visible_view v
  left join feature_group g on g.slug = v.slug
  group by v.slug, v.description
),
collection as (
  select v.slug, null as kind, v.slug as id, v.description, v.is_complete
  from view_summary v
  union all
  select v.slug, k.kind, v.slug || '_' || k.kind, v.description, v.is_complete
  from view_summary v
  cross join unnest(${textArray(geometryKinds)}) k (kind)
  where ${id === null ? sql`(v.kind_count > 1 or not v.is_complete)` : sql`true`}
    and not exists (select from visible_view o where o.slug = v.slug || '_' || k.kind)
)`;
  return documentQuery(
    {
      isPrepared: true,
      withClause,
      sections: {
        pageReader: optionalSection(
          pageReaderSchema,
          purpose === 'page' ? pageReaderQuery(caller) : undefined,
        ),
        column: {
          ...layerColumnsSection,
          ...(query.layer === null ? { select: undefined } : {}),
        },
        collection: listSection(
          collectionSchema,
          sql`select
      row_number() over (order by c.id),
      jsonb_build_object(
        'slug', c.slug,
        'kind', c.kind,
        'description', c.description,
        'extent', case when c.is_complete then g.box end
      )::text
    from collection c
    left join feature_group g
      on g.slug = c.slug
      and g.is_all = (c.kind is null)
      and g.kind is not distinct from c.kind
    ${id === null ? sql`` : sql`where c.id = ${text(id)}`}`,
        ),
      },
    },
    (section) => ({
      collections: section('collection'),
      pageReader: section('pageReader'),
      columns: section('column'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    ...[null, ''].flatMap((id) =>
      (['document', 'page'] as const).map((purpose) => listCollections(caller, id, purpose)),
    ),
    listCollections(caller, '', 'tileset'),
  ],
};
