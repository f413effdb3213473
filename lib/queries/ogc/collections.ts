import * as z from 'zod';

import { documentQuery, listSection, optionalSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, joinTables, sql, text, textArray } from '../../data-api/sql.ts';
import { defaultFeatureQuery } from '../../model/geojson/feature-query.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseCollectionId } from '../../model/ogc/collection-id.ts';
import { pickText } from '../../model/pick-language.ts';
import { geometryKinds } from '../../model/spatial-views/spatial-view.ts';
import { searchGeometry } from '../geojson/bounding-box.ts';
import { selectionTables } from '../geojson/selected-features.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import { propertyNodeTables } from '../geojson/property-sources.ts';
import { layerColumnsSection, type LayerColumn } from '../map-tiles/layer-columns.ts';
import { extentSchema, joinedExtent, visibleExtentTables } from '../map-tiles/visible-extents.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';

const collectionSchema = z
  .object({
    slug: z.string(),
    /** The only kind of geometries in the collection; null for all kinds. */
    kind: z.enum(geometryKinds).nullable(),
    /** The description of a spatial view, or the name of a model. */
    description: z.union([z.string(), z.record(z.string(), z.string().nullable())]),
    language: z.string(),
    /** Null if there are no features, or too many to examine for those of a kind. */
    extent: extentSchema.nullable(),
  })
  .transform(({ description, language, ...collection }) => ({
    ...collection,
    description: pickText(description, [language]) ?? '',
  }))
  .readonly();

/** The features of a layer, or those of one geometry kind. */
export type OgcCollection = z.output<typeof collectionSchema>;

export type CollectionList = {
  /** By id. */
  readonly collections: readonly OgcCollection[];
  /** Only for an HTML page. */
  readonly pageReader: PageReader | undefined;
  /** The columns of the only requested collection; only for a tileset. */
  readonly columns: readonly LayerColumn[];
};

/** The maximum number of features of a geometry node that are read for the extents and the kinds of a layer. */
const maxExaminedFeatures = 5000;

/** The readable features `f` of the node of `g`, in the order of its index: otherwise the planner would scan those of all nodes. */
const featuresOfNode = sql`from feature f
        where f.node_id = g.node_id
          and f.resource_id not in (select d.resource_id from denied_resource d)
          and f.tile_id not in (select t.tile_id from unreadable_tile t)
        order by f.resource_id, f.tile_id, f.gid
        limit ${int(maxExaminedFeatures)} + 1`;

/**
 * The collections of a caller, by id: the layers with a readable geometry node. A layer with more than one geometry kind, or with too
 * many features to examine, also has one collection for each kind. Of collections with one id there is the one that the table `layer` has.
 * Extents and kinds are those of the readable features. Of a layer with too many features to examine, the extent is that of its features on maps.
 * @rule GeoJSON and OGC API Features: Which collections are there, and what are their extents?
 * @param id the only requested collection, of a layer or of one of its kinds; null for all
 * @param purpose what the collections are listed for; some members are included only for an HTML page or a tileset
 */
export function listCollections(
  caller: Caller,
  id: string | null,
  purpose: 'document' | 'page' | 'tileset' = 'document',
): DocumentQuery<CollectionList> {
  const query = { ...defaultFeatureQuery, layer: purpose === 'tileset' ? id : null };
  const slugs = id === null ? null : [id, parseCollectionId(id)?.slug ?? id];
  const withClause = sql`with recursive ${joinTables([
    selectionTables(caller, query),
    visibleExtentTables(caller),
    ...(query.layer === null ? [] : [propertyNodeTables(query)]),
  ])},
visible_layer as materialized (
  select v.layer_id, v.is_of_model, v.slug, v.description, v.language_id, array_agg(g.node_id) as geometry_node_ids
  from geometry_layer v
  join geometry_node g on g.node_id = v.geometry_node_id
  ${slugs === null ? sql`` : sql`where v.slug = any (${textArray(slugs)})`}
  group by v.layer_id, v.is_of_model, v.slug, v.description, v.language_id
),
-- An index alone tells which layers have too many features to examine.
large_layer as materialized (
  select v.layer_id
  from visible_layer v
  cross join lateral (
    select count(*)
    from (
      select
      from unnest(v.geometry_node_ids) g (node_id)
      cross join lateral (
        select
        ${featuresOfNode}
      ) f
    ) f
  ) f
  where f.count > ${int(maxExaminedFeatures)}
),
-- This has one row for all features of a layer, and one for each kind. Features without a kind form a group of their own.
feature_group as materialized (
  select
    v.layer_id,
    f.kind,
    grouping(f.kind) = 1 as is_all,
    case
      when count(f.west) > 0 then jsonb_build_array(greatest(min(f.west), -180), min(f.south), least(max(f.east), 180), max(f.north))
    end as box
  from visible_layer v
  cross join unnest(v.geometry_node_ids) g (node_id)
  cross join lateral (
    select
      f.kind,
      st_xmin(l.place) as west,
      st_ymin(l.place) as south,
      st_xmax(l.place) as east,
      st_ymax(l.place) as north
    from (
      select f.*
      ${featuresOfNode}
    ) f
    -- What is outside of the world is in no extent.
    left join lateral (select ${searchGeometry} as place) l on not is_nowhere(f.world_geometry)
  ) f
  where v.layer_id not in (select l.layer_id from large_layer l)
  group by grouping sets ((v.layer_id), (v.layer_id, f.kind))
),
layer_summary as materialized (
  select
    v.*,
    v.layer_id not in (select l.layer_id from large_layer l) as is_complete,
    (select count(*) from feature_group g where g.layer_id = v.layer_id and not g.is_all) as kind_count
  from visible_layer v
),
collection as (
  select distinct on (c.id) c.*
  from (
    select v.*, null as kind, v.slug as id, true as is_listed
    from layer_summary v
    union all
    select v.*, k.kind, v.slug || '_' || k.kind, v.kind_count > 1 or not v.is_complete
    from layer_summary v
    cross join unnest(${textArray(geometryKinds)}) k (kind)
  ) c
  order by c.id, c.is_of_model, c.kind nulls first, c.layer_id
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
        'language', c.language_id,
        'extent', case
          when c.is_complete then g.box
          when c.kind is null then (
            select ${joinedExtent}
            from visible_extent e
            where e.node_id = any (c.geometry_node_ids)
          )
        end
      )::text
    from collection c
    left join feature_group g
      on g.layer_id = c.layer_id
      and g.is_all = (c.kind is null)
      and g.kind is not distinct from c.kind
    where ${id === null ? sql`c.is_listed` : sql`c.id = ${text(id)}`}`,
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
