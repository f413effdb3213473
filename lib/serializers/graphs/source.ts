import * as z from 'zod';

import { isObject } from '../../model/datatypes/parts/values.ts';
import { firstFilled } from '../../model/graphs/document.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import type { Row } from './columns.ts';
import { givenCards, givenNodes, givenWidgets, withIds } from './given-rows.ts';

const header = z.object({
  graph_id: z.string(),
  slug: z.string().nullable(),
  name: z.unknown(),
  ontology_id: z.string().nullable(),
  publication_id: z.string(),
  published_at: z.string().nullable(),
  readable_nodegroups: z.array(z.string()),
  hidden_ids: z.array(z.string()),
});

const rows = z
  .array(z.record(z.string(), z.unknown()))
  .nullish()
  .transform((list) => list ?? []);

/** The JSON that a model was read from: `…_x_…` in files, the shorter names in what the platform publishes. */
const content = z.looseObject({
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

/** A model as it was read, its rows by kind and each with its id, with what decides about the caller's part of it. */
export type GraphSource = {
  readonly columns: Row;
  readonly publication: Row;
  readonly nodes: readonly Row[];
  readonly edges: readonly Row[];
  readonly nodegroups: readonly Row[];
  readonly cards: readonly Row[];
  readonly widgets: readonly Row[];
  readonly functions: readonly Row[];
  /** Ids in lower case. */
  readonly readableNodegroups: ReadonlySet<string>;
  /** Ids, in lower case, that stand somewhere in the model and are not the caller's to know. */
  readonly hiddenIds: ReadonlySet<string>;
};

/**
 * Reads the parts that the statement for one model gives after the first.
 * @param head the JSON text with what is known of it besides
 * @param source the JSON text that the model was read from
 * @throws ZodError where the parts are not of that shape
 */
export function readGraphSource(head: string, source: string): GraphSource {
  const known = header.parse(JSON.parse(head));
  const found = content.parse(parseLossless(source));
  const graphId = known.graph_id;
  const nodes = givenNodes(found.nodes, found.root ?? null);
  const widgets = firstFilled(found.cards_x_nodes_x_widgets, found.widgets);
  const functions = firstFilled(found.functions_x_graphs, found.functions);
  return {
    columns: {
      ...found,
      graphid: graphId,
      slug: known.slug,
      name: known.name,
      isresource: true,
      ontology_id: known.ontology_id,
      publication_id: known.publication_id,
    },
    publication: publicationOf(found['publication'], known),
    nodes,
    edges: withIds(found.edges, 'edgeid', ['domainnode_id', 'rangenode_id'], graphId),
    nodegroups: found.nodegroups,
    cards: givenCards(found.cards, found.nodegroups, graphId),
    widgets: givenWidgets(widgets, nodes, graphId),
    functions: withIds(functions, 'id', ['function_id'], graphId),
    readableNodegroups: new Set(known.readable_nodegroups),
    hiddenIds: new Set(known.hidden_ids),
  };
}

/** The publication that the file names, else the one that the service made. */
function publicationOf(publication: unknown, known: z.output<typeof header>): Row {
  if (isObject(publication)) return publication;
  const given = typeof publication === 'string' ? publication : known.publication_id;
  return { publicationid: given, published_time: known.published_at };
}
