import * as z from 'zod';

import type { LargeQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { sectionsOf } from '../sections.ts';
import { isGraphNamed } from './named-graph.ts';
import { readableModels, unreadableIds } from './readable-models.ts';

/**
 * The resource models of which a caller may read anything.
 * @returns the row of each as existing clients know it, as JSON text
 */
export function readableGraphs(caller: Caller): LargeQuery<readonly string[]> {
  return {
    parts: sql`with ${readableModels(caller)}
  select
    row_number() over (order by g.graph_id) as position,
    jsonb_build_object(
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
    )::text as part
  from readable_graph r
  join graph g on g.graph_id = r.graph_id
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
    template_id jsonb
  )`,
    read: (parts) => parts,
  };
}

const header = z.object({
  graphId: z.string(),
  slug: z.string().nullable(),
  name: z.unknown(),
  ontologyId: z.string().nullable(),
  publicationId: z.string(),
  publishedAt: z.string().nullable(),
  /** Ids in lower case. */
  readableNodegroups: z.array(z.string()).readonly(),
  /** Ids, in lower case, that stand somewhere in the model and are not the caller's to know. */
  unreadableIds: z.array(z.string()).readonly(),
});

const rows = z
  .array(z.record(z.string(), z.unknown()))
  .nullish()
  .transform((list) => list ?? []);

/** The JSON that a model was read from: `…_x_…` in files, the shorter names in what the platform publishes. */
const graphFile = z.looseObject({
  root: z.record(z.string(), z.unknown()).nullish(),
  nodes: rows,
  edges: rows,
  nodegroups: rows,
  cards: rows,
  cards_x_nodes_x_widgets: rows,
  widgets: rows.catch([]),
  functions_x_graphs: rows,
  functions: rows.catch([]),
});

/** Reads the JSON text that a model was read from; numbers keep every digit. @throws ZodError where it is no model */
export function readGraphFile(json: string): z.output<typeof graphFile> {
  return graphFile.parse(parseLossless(json));
}

/** A resource model of which a caller may read something. */
export type StoredGraph = Readonly<z.output<typeof header>> & {
  readonly file: z.output<typeof graphFile>;
};

/** What a caller finds where a resource model is looked for. */
export type FoundGraph = {
  /** Whether the caller may read anything at all. */
  readonly mayReadAnything: boolean;
  /** Absent where the model is unknown, or not the caller's to see. */
  readonly graph: StoredGraph | undefined;
};

const sections = sectionsOf('access', 'header', 'file');

/** One resource model for a caller. @param wanted its id or slug */
export function findGraph(caller: Caller, wanted: string): LargeQuery<FoundGraph> {
  return {
    parts: sql`with ${readableModels(caller)},
  wanted as materialized (
    select g.*, g.source::text as source_text
    from readable_graph r
    join graph g on g.graph_id = r.graph_id
    where ${isGraphNamed(wanted)}
  )
  ${sections.rows('access', sql`select 0::bigint, may_read_anything(${int(caller)})::text`)}
    union all
    ${sections.rows(
      'header',
      sql`select
      0::bigint,
      jsonb_build_object(
        'graphId', w.graph_id,
        'slug', w.slug,
        'name', w.name,
        'ontologyId', w.ontology_id,
        'publicationId', w.publication_id,
        'publishedAt', (
          select p.published_at
          from publication p
          where p.publication_id = w.publication_id
        ),
        'readableNodegroups', (
          select coalesce(jsonb_agg(r.nodegroup_id), '[]')
          from readable r
          where r.graph_id = w.graph_id
        ),
        'unreadableIds', (${unreadableIds(
          sql`select w.source_text`,
          sql`select r.nodegroup_id from readable r`,
          sql`select r.graph_id from readable_graph r`,
        )})
      )::text
    from wanted w`,
    )}
    union all
    ${sections.rows('file', sql`select 0::bigint, w.source_text from wanted w`)}`,
    read: (parts) => {
      const texts = sections.read(parts);
      const mayReadAnything = texts('access')[0] === 'true';
      const [head] = texts('header');
      const [file] = texts('file');
      if (head === undefined || file === undefined) return { mayReadAnything, graph: undefined };
      const graph = { ...header.parse(JSON.parse(head)), file: readGraphFile(file) };
      return { mayReadAnything, graph };
    },
  };
}
