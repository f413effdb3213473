import { isObject } from '../../model/datatypes/values/json-values.ts';
import { firstNonEmpty } from '../../model/graphs/graph-document-schema.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { GraphRow } from './graph-columns.ts';
import { completeCards, completeNodes, completeWidgets, addIds } from './complete-rows.ts';

/** The rows of a model by kind, each with an id, and what the caller may read of them. */
export type GraphRows = {
  /** The row of the model itself. */
  readonly columns: GraphRow;
  readonly publication: GraphRow;
  readonly nodes: readonly GraphRow[];
  readonly edges: readonly GraphRow[];
  readonly nodegroups: readonly GraphRow[];
  readonly cards: readonly GraphRow[];
  readonly widgets: readonly GraphRow[];
  readonly functions: readonly GraphRow[];
  /** The ids of the nodegroups that the caller may read, in lower case. */
  readonly readableNodegroups: ReadonlySet<string>;
  /** All ids in the model that the caller may not see, in lower case. */
  readonly unreadableIds: ReadonlySet<string>;
};

/** Splits a stored model into rows. */
export function toGraphRows(graph: StoredGraph): GraphRows {
  const { file, graphId } = graph;
  const nodes = completeNodes(file.nodes, file.root ?? null);
  const widgets = firstNonEmpty(file.cards_x_nodes_x_widgets, file.widgets);
  const functions = firstNonEmpty(file.functions_x_graphs, file.functions);
  return {
    columns: {
      ...file,
      graphid: graphId,
      slug: graph.slug,
      name: graph.name,
      isresource: true,
      ontology_id: graph.ontologyId,
      publication_id: graph.publicationId,
    },
    publication: publicationOf(graph),
    nodes,
    edges: addIds(file.edges, 'edgeid', ['domainnode_id', 'rangenode_id'], graphId),
    nodegroups: file.nodegroups,
    cards: completeCards(file.cards, file.nodegroups, graphId),
    widgets: completeWidgets(widgets, nodes, graphId),
    functions: addIds(functions, 'id', ['function_id'], graphId),
    readableNodegroups: new Set(graph.readableNodegroups),
    unreadableIds: new Set(graph.unreadableIds),
  };
}

/** Returns the publication that the graph file names, or that of the service if it names none. */
function publicationOf({ file, publicationId, publishedAt }: StoredGraph): GraphRow {
  const publication = file['publication'];
  if (isObject(publication)) return publication;
  const id = typeof publication === 'string' ? publication : publicationId;
  return { publicationid: id, published_time: publishedAt };
}
