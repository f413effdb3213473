import * as z from 'zod';

import { parseLossless } from '../../model/lossless-json.ts';
import type { Row } from './columns.ts';

const header = z.object({
  graph_id: z.string(),
  slug: z.string().nullable(),
  name: z.unknown(),
  ontology_id: z.string().nullable(),
  publication_id: z.string(),
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

/** A model as it was read, its rows by kind, with what decides about the caller's part of it. */
export type GraphSource = {
  readonly columns: Row;
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
  return {
    columns: {
      ...found,
      graphid: known.graph_id,
      slug: known.slug,
      name: known.name,
      isresource: true,
      ontology_id: known.ontology_id,
      publication_id: known.publication_id,
    },
    nodes: withRoot(found.nodes, found.root ?? null),
    edges: found.edges,
    nodegroups: found.nodegroups,
    cards: found.cards,
    widgets: [...found.cards_x_nodes_x_widgets, ...found.widgets],
    functions: [...found.functions_x_graphs, ...found.functions],
    readableNodegroups: new Set(known.readable_nodegroups),
    hiddenIds: new Set(known.hidden_ids),
  };
}

/** Most models hold the root twice, among the nodes and by itself; some only by itself. */
function withRoot(nodes: readonly Row[], root: Row | null): readonly Row[] {
  if (root === null || nodes.some(({ nodeid }) => nodeid === root['nodeid'])) return nodes;
  return [root, ...nodes];
}
