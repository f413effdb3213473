import * as z from 'zod';

import {
  documentQuery,
  listSection,
  optionalSection,
  requiredSection,
  type SectionValues,
  type SectionReader,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery, PagedQuery } from '../../data-api/query.ts';
import { int, sql, type Statement } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import { idAfterCondition } from '../id-after-condition.ts';
import { graphIdOrSlugCondition } from './graph-id-or-slug-condition.ts';
import {
  readableModelTable,
  unreadableIdsAmongQuery,
  unreadableIdTable,
} from './readable-models.ts';
import { pageReaderQuery, pageReaderSchema, type PageReader } from '../users/page-reader.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/**
 * Lists the resource models of which a caller may read something.
 * @returns each model as a JSON string, in the form that existing clients expect
 */
export function listReadableGraphs(caller: Caller): PagedQuery<readonly string[]> {
  return graphItemsQuery(readableModelTable(caller), sql``);
}

/**
 * Lists the same models as `listReadableGraphs`, each with the numbers of readable nodes, edges, nodegroups and cards,
 * and the readable models to which it can be related.
 */
export function listGraphsWithCounts(caller: Caller): PagedQuery<readonly string[]> {
  const tables = sql`${readableModelTable(caller)},
  readable_nodegroup as materialized (
    select r.nodegroup_id
    from readable_nodegroup(${int(caller)}) r
  ),
  readable_node as materialized (
    select n.node_id, n.parent_node_id, n.graph_id
    from readable_model m
    join node n on n.graph_id = m.graph_id
    where n.nodegroup_id is null
      or n.nodegroup_id in (select r.nodegroup_id from readable_nodegroup r)
  )`;
  return graphItemsQuery(
    tables,
    sql` || jsonb_build_object(
        'relatable_resource_model_ids', (
          select coalesce(jsonb_agg(r.id order by r.position), '[]')
          from jsonb_array_elements_text(
            case jsonb_typeof(s.relatable_resource_model_ids)
              when 'array' then s.relatable_resource_model_ids
              else '[]'
            end
          ) with ordinality as r (id, position)
          where lower(r.id) in (select m.graph_id::text from readable_model m)
        ),
        'nodes', (
          select count(*)
          from readable_node n
          where n.graph_id = g.graph_id
        ),
        'edges', (
          select count(*)
          from readable_node n
          join readable_node p on p.node_id = n.parent_node_id
          where n.graph_id = g.graph_id
        ),
        'nodegroups', (
          select count(*)
          from nodegroup n
          where n.graph_id = g.graph_id
            and n.nodegroup_id in (select r.nodegroup_id from readable_nodegroup r)
        ),
        'cards', (
          select count(*)
          from card c
          where c.graph_id = g.graph_id
            and c.nodegroup_id in (select r.nodegroup_id from readable_nodegroup r)
        )
      )`,
  );
}

/**
 * @param commonTableExpressions the common table expressions of the query, including `readable_model`
 * @param extraMembers more members of an item: `||` and an SQL expression of type jsonb, which can use the graph `g` and its
 *   source `s`
 */
function graphItemsQuery(
  commonTableExpressions: Statement,
  extraMembers: Statement,
): PagedQuery<readonly string[]> {
  return {
    isPrepared: true,
    commonTableExpressions,
    items: (after, limit) => sql`select
      g.graph_id::text as key,
      (jsonb_build_object(
        'graphid', g.graph_id,
        'name', g.name,
        'description', s.description,
        'subtitle', s.subtitle,
        'slug', g.slug,
        'isresource', g.is_resource_model,
        'ontology_id', g.ontology_id,
        'publication_id', g.publication_id,
        'author', s.author,
        'version', s.version,
        'color', s.color,
        'iconclass', s.iconclass,
        'jsonldcontext', s.jsonldcontext,
        'deploymentdate', s.deploymentdate,
        'deploymentfile', s.deploymentfile,
        'template_id', s.template_id
      )${extraMembers})::text as item
    from (
      select m.graph_id
      from readable_model m
      where ${idAfterCondition(sql`m.graph_id`, after)}
      order by m.graph_id
      limit ${limit}
    ) m
    join graph g on g.graph_id = m.graph_id
    cross join lateral jsonb_to_record(g.source) as s (
      description jsonb,
      subtitle jsonb,
      author jsonb,
      version jsonb,
      color jsonb,
      iconclass jsonb,
      jsonldcontext jsonb,
      deploymentdate jsonb,
      deploymentfile jsonb,
      template_id jsonb,
      relatable_resource_model_ids jsonb
    )
    order by g.graph_id`,
    parse: (items) => items,
  };
}

const headerSchema = z.object({
  graphId: z.string(),
  slug: z.string().nullable(),
  name: z.unknown(),
  ontologyId: z.string().nullable(),
  publicationId: z.string(),
  publishedAt: z.string().nullable(),
  /** Ids in lower case. */
  readableNodegroups: z.array(z.string()).readonly(),
  /** The ids, in lower case, that the model mentions but the caller may not know. */
  unreadableIds: z.array(z.string()).readonly(),
});

const objectListSchema = z
  .array(z.record(z.string(), z.unknown()))
  .nullish()
  .transform((list) => list ?? []);

/** A model as JSON. Files have member names such as `functions_x_graphs`; models that Arches has published have the shorter ones instead. */
const graphFileSchema = z.looseObject({
  root: z.record(z.string(), z.unknown()).nullish(),
  nodes: objectListSchema,
  edges: objectListSchema,
  nodegroups: objectListSchema,
  cards: objectListSchema,
  cards_x_nodes_x_widgets: objectListSchema,
  widgets: objectListSchema.catch([]),
  functions_x_graphs: objectListSchema,
  functions: objectListSchema.catch([]),
});

/** Parses the JSON string of a model; numbers keep every digit. @throws ZodError if it is not a model */
export function parseGraphFile(json: string): z.output<typeof graphFileSchema> {
  return graphFileSchema.parse(parseLossless(json));
}

/** A resource model of which a caller may read something. */
export type StoredGraph = Readonly<z.output<typeof headerSchema>> & {
  readonly file: z.output<typeof graphFileSchema>;
};

export type GraphLookup = {
  /** Whether the caller may read anything at all; evaluated only for anonymous callers without a result. */
  readonly mayReadSomething: boolean;
  /** Undefined if the model does not exist or is not visible. */
  readonly graph: StoredGraph | undefined;
  /** Only for an HTML page. */
  readonly pageReader: PageReader | undefined;
};

/**
 * The common table expression `selected_graph`: readable resource models. The surrounding statement must define
 * `readable_model`.
 * @param selectionCondition a condition on the graph `g`
 */
export function selectedGraphTable(selectionCondition: Statement): Statement {
  return sql`selected_graph as materialized (
    select g.graph_id, g.slug, g.name, g.ontology_id, g.publication_id, g.mentioned_ids
    from readable_model m
    join graph g on g.graph_id = m.graph_id
    where ${selectionCondition}
  )`;
}

/**
 * The sections from which `graphsFromSections` builds the graphs of `selected_graph`. The surrounding statement must define
 * `unreadable_id`.
 */
export const graphSections = {
  header: listSection(
    headerSchema,
    sql`select
      row_number() over (order by s.graph_id),
      jsonb_build_object(
        'graphId', s.graph_id,
        'slug', s.slug,
        'name', s.name,
        'ontologyId', s.ontology_id,
        'publicationId', s.publication_id,
        'publishedAt', (
          select p.published_at
          from publication p
          where p.publication_id = s.publication_id
        ),
        'readableNodegroups', (
          select coalesce(jsonb_agg(n.nodegroup_id), '[]')
          from nodegroup n
          where n.graph_id = s.graph_id
            and n.nodegroup_id not in (select u.id from unreadable_id u)
        ),
        'unreadableIds', (${unreadableIdsAmongQuery(sql`select unnest(s.mentioned_ids)`)})
      )::text
    from selected_graph s`,
  ),
  file: listSection(
    parseGraphFile,
    sql`select row_number() over (order by s.graph_id), g.source::text
      from selected_graph s
      join graph g on g.graph_id = s.graph_id`,
  ),
};

/** Builds the graphs of `graphSections`. */
export function graphsFromSections(
  section: SectionReader<SectionValues<typeof graphSections>>,
): readonly StoredGraph[] {
  const files = section('file');
  return section('header').flatMap((header, index) => {
    const file = files[index];
    return file === undefined ? [] : { ...header, file };
  });
}

/**
 * Finds one resource model.
 * @param idOrSlug its id or slug
 * @param isForPage whether to include what only an HTML page shows
 */
export function findGraph(
  caller: Caller,
  idOrSlug: string,
  isForPage = false,
): DocumentQuery<GraphLookup> {
  const mayRead = mayReadSomethingCondition(caller, sql`exists (select from selected_graph)`);
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with ${readableModelTable(caller)},
  ${unreadableIdTable(caller)},
  ${selectedGraphTable(graphIdOrSlugCondition(idOrSlug))}`,
      sections: {
        access: requiredSection(z.boolean(), sql`select (${mayRead})::text`),
        ...graphSections,
        pageReader: optionalSection(
          pageReaderSchema,
          isForPage ? pageReaderQuery(caller) : undefined,
        ),
      },
    },
    (section) => ({
      mayReadSomething: section('access'),
      graph: graphsFromSections(section)[0],
      pageReader: section('pageReader'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller) => [
    listReadableGraphs(caller),
    listGraphsWithCounts(caller),
    findGraph(caller, ''),
    findGraph(caller, '', true),
  ],
};
