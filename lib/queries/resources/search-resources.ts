import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, text, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { nameMatchKinds } from '../../model/descriptors/name-match.ts';
import { firstPictureSection, type FirstPicture } from '../files/first-pictures.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import { nameMatchTables, type ResourceSearch } from './name-match-tables.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** West, south, east, north in degrees. */
export const boundingBoxSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);

const matchSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    /** The shown names by language. */
    names: z.record(z.string(), z.string()),
    kind: z.literal(nameMatchKinds),
    /** From 0 to 201 for the kind `similar`; 0 for the other kinds. */
    distance: z.number(),
    /** The folded name from its first matching word on. */
    entry: z.string(),
    /** The bounding box of its readable geometries: west, south, east, north in degrees; null without geometries. */
    place: boundingBoxSchema.nullable(),
  })
  .readonly();

/** A resource instance whose name matches. */
export type ResourceMatch = z.output<typeof matchSchema>;

export type ResourceMatches = {
  /** The best match first. */
  readonly matches: readonly ResourceMatch[];
  /** Their first pictures, for a page. */
  readonly pictures: readonly FirstPicture[];
  /** The resource models that the caller may know. */
  readonly models: readonly ListedModel[];
  /** Whether the caller may read something of the requested model; true without one. */
  readonly mayReadGraph: boolean;
  readonly pageReader: PageReader | undefined;
};

/**
 * Searches the visible resource instances by the names that the caller may read, in any language. The order is: equal
 * names, names that begin with the words, names that contain them from a later word on, similar names (by trigrams of
 * pg_trgm); within each kind by similarity, then alphabetically from the matching word on. A resource instance is returned
 * once, with its best match. Case, accents and punctuation are ignored.
 * @rule Thesaurus: In which order does a search return resource instances?
 */
export function searchResources(
  caller: Caller,
  search: ResourceSearch,
): DocumentQuery<ResourceMatches> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with recursive ${nameMatchTables(caller, search)},
  ${readableModelTable(caller)},
  readable_geometry_node as materialized (
    select n.node_id
    from node n
    join readable_nodegroup(${int(caller)}) r on r.nodegroup_id = n.nodegroup_id
    where n.holds = 'geometry'
  ),
  unreadable_tile as materialized (
    select t.tile_id
    from unreadable_moved_tile(${int(caller)}) t
  )`,
      sections: {
        access: requiredSection(
          z.boolean(),
          search.graph === undefined
            ? sql`select 'true'`
            : sql`select coalesce((select may_read_graph(${int(caller)}, g.graph_id) from selected_graph g), false)::text`,
        ),
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listedModelSection,
        match: listSection(
          matchSchema,
          sql`select
      row_number() over (order by p.match, p.distance, p.entry, p.resource_id),
      jsonb_build_object(
        'resourceId', p.resource_id,
        'graphId', p.graph_id,
        'names', p.names,
        'kind', (${text(`{${nameMatchKinds.join(',')}}`)}::text[])[p.match + 1],
        'distance', p.distance,
        'entry', p.entry,
        'place', (${boundingBoxQuery(sql`p.resource_id`)})
      )::text
    from page p`,
        ),
        picture: firstPictureSection(caller, sql`select p.resource_id from page p`),
      },
    },
    (section) => ({
      matches: section('match'),
      pictures: section('picture'),
      models: section('model'),
      mayReadGraph: section('access'),
      pageReader: section('pageReader'),
    }),
  );
}

/**
 * A query that returns the bounding box of the readable geometries of a resource instance as a JSON list. It needs
 * `readableGeometryTables`.
 */
export function boundingBoxQuery(resourceId: Statement): Statement {
  return sql`select jsonb_build_array(st_xmin(b.box), st_ymin(b.box), st_xmax(b.box), st_ymax(b.box))
          from (
            select st_extent(f.geometry::box2d::geometry) as box
            from feature f
            where f.resource_id = ${resourceId}
              -- What is outside of the world is on no map.
              and not is_nowhere(f.world_geometry)
              and f.node_id in (select n.node_id from readable_geometry_node n)
              and f.tile_id not in (select t.tile_id from unreadable_tile t)
          ) b
          where b.box is not null`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    [undefined, ''].flatMap((graph) =>
      [
        undefined,
        { kind: 'exact', distance: 0, entry: '', resourceId: sample.resourceId } as const,
      ].map((after) => searchResources(caller, { words: '', graph, after, limit: 1 })),
    ),
};
