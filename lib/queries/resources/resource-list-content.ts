import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { firstPictureSection, type FirstPicture } from '../files/first-pictures.ts';
import { graphIdOrSlugCondition } from '../graphs/graph-id-or-slug-condition.ts';
import { listedModelSection, type ListedModel } from '../graphs/listed-model.ts';
import { readableModelTable } from '../graphs/readable-models.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import {
  listedNameTables,
  listedResourceRowsQuery,
  listedResourceSchema,
  type ListedResource,
} from './listed-names.ts';
import { idsInDescriptorsColumn } from './resource-document-fragments.ts';
import { visibleOfModelQuery } from './model-counts.ts';
import { visibleIdTables, visibleIdOfGraphTables, type IdRange } from './visible-ids.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** The content of a page that lists resource instances. */
export type ResourceListContent = {
  /** Visible resource instances in the order of their ids. */
  readonly resources: readonly ListedResource[];
  /** The resource models that the caller may know, by id. */
  readonly models: readonly ListedModel[];
  /** Whether the caller may read something of the requested model; true without one. */
  readonly mayReadGraph: boolean;
  /** How many there are on all pages, up to one more than `maxListCount`; undefined after a cursor. */
  readonly count: number | undefined;
  readonly pictures: readonly FirstPicture[];
  readonly pageReader: PageReader | undefined;
};

/** The number at which the counting of a list stops. */
export const maxListCount = 10_000;

/**
 * Lists visible resource instances with their names, and the models to choose from.
 * @param graph the id or slug of the model to list; undefined for all
 */
export function findResourceListContent(
  caller: Caller,
  graph: string | undefined,
  range: IdRange,
): DocumentQuery<ResourceListContent> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${pageTables(caller, graph, range)},
  listed_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from page p
    join resource r on r.resource_id = p.resource_id
  ),
  ${listedNameTables(caller, sql`listed_resource`)},
  ${readableModelTable(caller)}`,
      sections: {
        access: requiredSection(
          z.boolean(),
          graph === undefined
            ? sql`select 'true'`
            : sql`select exists (
      select
      from graph g
      where ${graphIdOrSlugCondition(graph)}
        and may_read_graph(${int(caller)}, g.graph_id)
    )::text`,
        ),
        count: optionalSection(
          z.number(),
          range.after === null ? countQuery(caller, graph) : undefined,
        ),
        pageReader: optionalSection(pageReaderSchema, pageReaderQuery(caller)),
        model: listedModelSection,
        resource: listSection(listedResourceSchema, listedResourceRowsQuery(sql`listed_resource`)),
        picture: firstPictureSection(caller, sql`select l.resource_id from listed_resource l`),
      },
    },
    (section) => ({
      resources: section('resource'),
      models: section('model'),
      mayReadGraph: section('access'),
      count: section('count'),
      pictures: section('picture'),
      pageReader: section('pageReader'),
    }),
  );
}

/** The common table expressions of a range of visible ids; the last one is `page`. */
function pageTables(caller: Caller, graph: string | undefined, range: IdRange): Statement {
  if (graph === undefined) return visibleIdTables(caller, range);
  return sql`selected_graph as materialized (
      select g.graph_id
      from graph g
      where ${graphIdOrSlugCondition(graph)}
      limit 1
    ),
    ${visibleIdOfGraphTables(caller, range)}`;
}

/** Counts the whole list. */
function countQuery(caller: Caller, graph: string | undefined): Statement {
  return sql`select count(*)::text
    from (
      select
      from ${graph === undefined ? sql`readable_model` : sql`selected_graph`} m
      cross join lateral (${visibleOfModelQuery(caller, maxListCount + 1)}) visible
      limit ${int(maxListCount + 1)}
    ) counted`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    [undefined, ''].flatMap((graph) =>
      [null, sample.resourceId].map((after) =>
        findResourceListContent(caller, graph, { after, skipped: 0n, length: 1 }),
      ),
    ),
};
