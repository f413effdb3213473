import { isObject } from '../../model/datatypes/parts/values.ts';
import { firstFilled } from '../../model/graphs/document.ts';
import type { StoredGraph } from '../../queries/graphs/graphs.ts';
import type { Row } from './columns.ts';
import { givenCards, givenNodes, givenWidgets, withIds } from './given-rows.ts';

/** A model as it was read, its rows by kind and each with its id, with what decides about the caller's part of it. */
export type GraphRows = {
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
  readonly unreadableIds: ReadonlySet<string>;
};

/** Takes a stored model apart into rows. */
export function graphRows(graph: StoredGraph): GraphRows {
  const { file, graphId } = graph;
  const nodes = givenNodes(file.nodes, file.root ?? null);
  const widgets = firstFilled(file.cards_x_nodes_x_widgets, file.widgets);
  const functions = firstFilled(file.functions_x_graphs, file.functions);
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
    edges: withIds(file.edges, 'edgeid', ['domainnode_id', 'rangenode_id'], graphId),
    nodegroups: file.nodegroups,
    cards: givenCards(file.cards, file.nodegroups, graphId),
    widgets: givenWidgets(widgets, nodes, graphId),
    functions: withIds(functions, 'id', ['function_id'], graphId),
    readableNodegroups: new Set(graph.readableNodegroups),
    unreadableIds: new Set(graph.unreadableIds),
  };
}

/** The publication that the file names, else the one that the service made. */
function publicationOf({ file, publicationId, publishedAt }: StoredGraph): Row {
  const publication = file['publication'];
  if (isObject(publication)) return publication;
  const given = typeof publication === 'string' ? publication : publicationId;
  return { publicationid: given, published_time: publishedAt };
}
