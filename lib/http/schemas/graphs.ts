import * as z from 'zod';

import {
  cardColumns,
  constraintColumns,
  edgeColumns,
  functionColumns,
  graphColumns,
  nodeColumns,
  nodegroupColumns,
  publicationColumns,
  widgetColumns,
  type GraphColumns,
} from '../../serializers/graphs/graph-columns.ts';
import { countedKinds, graphListColumns } from '../../serializers/graphs/graph-list.ts';

/** The schema for each kind of column. */
const columnSchemas = {
  any: z.unknown(),
  text: z.string(),
  'text by language': z.record(z.string(), z.unknown()),
  flag: z.boolean(),
  number: z.number(),
  object: z.record(z.string(), z.unknown()),
  list: z.array(z.unknown()),
} as const satisfies Readonly<Record<GraphColumns[string]['kind'], z.ZodType>>;

/** The same schemas, but each text is in one language. */
const localizedColumnSchemas = { ...columnSchemas, 'text by language': z.string() };

function rowSchema(
  columns: GraphColumns,
  schemas: Readonly<Record<keyof typeof columnSchemas, z.ZodType>> = columnSchemas,
): z.ZodObject<Record<string, z.ZodType>> {
  const members = Object.entries(columns).map(
    ([name, { kind, defaultValue }]): [string, z.ZodType] => [
      name,
      defaultValue === null ? schemas[kind].nullable() : schemas[kind],
    ],
  );
  return z.object(Object.fromEntries(members));
}

const node = rowSchema(nodeColumns).meta({ id: 'Node' });
const edges = z.array(rowSchema(edgeColumns).meta({ id: 'Edge' }));
const nodegroups = z.array(rowSchema(nodegroupColumns).meta({ id: 'Nodegroup' }));
const functions = z.array(rowSchema(functionColumns).meta({ id: 'GraphFunction' }));
const datatypes = z.array(z.object({ datatype: z.unknown(), isgeometric: z.boolean() }));

/** Makes the schemas that contain texts. @param prefix the beginning of their names in the OpenAPI document */
function graphSchemas(
  schemas: Readonly<Record<keyof typeof columnSchemas, z.ZodType>>,
  prefix: string,
) {
  const cards = z.array(
    rowSchema(cardColumns, schemas)
      .extend({ constraints: z.array(rowSchema(constraintColumns)) })
      .meta({ id: `${prefix}Card` }),
  );
  const widgets = z.array(rowSchema(widgetColumns, schemas).meta({ id: `${prefix}CardWidget` }));
  const file = rowSchema(graphColumns, schemas).extend({
    publication: rowSchema(publicationColumns),
    root: node.nullable(),
    nodes: z.array(node),
    edges,
    nodegroups,
    cards,
    cards_x_nodes_x_widgets: widgets,
    functions_x_graphs: functions,
  });
  const graph = file.extend({ widgets, functions });
  return { cards, widgets, file, graph };
}

const multilingual = graphSchemas(columnSchemas, '');
const localized = graphSchemas(localizedColumnSchemas, 'Localized');

/** The responses of GET /graphs/{id}. Members are optional, because the parameter `exclude` leaves them out. */
export const graphDocuments = z.union([
  z
    .object({
      datatypes,
      cards: localized.cards,
      graph: localized.graph.extend({ content_language: z.string() }).partial().meta({
        id: 'LocalizedGraph',
        description: 'A resource model, as far as the caller may read it, in one language.',
      }),
      cardwidgets: localized.widgets,
    })
    .partial()
    .meta({ id: 'LocalizedGraphDocument' }),
  z
    .object({
      datatypes,
      cards: multilingual.cards,
      graph: multilingual.graph.partial().meta({
        id: 'Graph',
        description: 'A resource model, as far as the caller may read it.',
      }),
      cardwidgets: multilingual.widgets,
    })
    .partial()
    .meta({ id: 'GraphDocument' }),
  z
    .object({ graph: z.array(multilingual.file.partial().meta({ id: 'FiledGraph' })).length(1) })
    .meta({ id: 'GraphFile', description: 'A resource model as in a graph file.' }),
]);

/** The response of GET /api/arches/graphs. */
export const graphsById = z.object({
  models: z.record(
    z.string(),
    rowSchema(graphListColumns)
      .extend({
        jsonldcontext: z.string().nullable(),
        ...Object.fromEntries(countedKinds.map((kind) => [kind, z.int().min(0)])),
      })
      .meta({ id: 'CountedGraph', description: 'A resource model with the sizes of its parts.' }),
  ),
});

/** The response of GET /graphs. Members that the imported model did not contain are null. */
export const graphList = z.array(
  z
    .object({
      graphid: z.string(),
      name: z.unknown(),
      description: z.unknown(),
      subtitle: z.unknown(),
      slug: z.string().nullable(),
      isresource: z.boolean(),
      ontology_id: z.string().nullable(),
      publication_id: z.string(),
      author: z.unknown(),
      version: z.unknown(),
      color: z.unknown(),
      iconclass: z.unknown(),
      jsonldcontext: z.unknown(),
      deploymentdate: z.unknown(),
      deploymentfile: z.unknown(),
      template_id: z.unknown(),
    })
    .meta({ id: 'ListedGraph', description: 'A resource model in a list.' }),
);

/** Rows of nodes in the layout of clients of Arches. */
export const nodeRows = z.array(
  rowSchema(nodeColumns)
    .extend({ resourcemodelname: z.unknown().meta({ description: 'The name of its model.' }) })
    .meta({ id: 'ListedNode', description: 'A node with the name of its resource model.' }),
);
