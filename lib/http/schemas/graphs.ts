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
  type Columns,
} from '../../serializers/graphs/columns.ts';

/** What stands in a column of a kind. A model that was read with something else there shows what it was read with. */
const kinds = {
  any: z.unknown(),
  text: z.string(),
  texts: z.record(z.string(), z.unknown()),
  flag: z.boolean(),
  number: z.number(),
  object: z.record(z.string(), z.unknown()),
  list: z.array(z.unknown()),
} as const satisfies Readonly<Record<Columns[string]['kind'], z.ZodType>>;

/** A row with exactly these columns. */
export function rowSchema(columns: Columns): z.ZodObject<Record<string, z.ZodType>> {
  const members = Object.entries(columns).map(([name, { kind, absent }]): [string, z.ZodType] => [
    name,
    absent === null ? kinds[kind].nullable() : kinds[kind],
  ]);
  return z.object(Object.fromEntries(members));
}

const node = rowSchema(nodeColumns).meta({ id: 'Node' });
const card = rowSchema(cardColumns)
  .extend({ constraints: z.array(rowSchema(constraintColumns)) })
  .meta({ id: 'Card' });
const widgets = z.array(rowSchema(widgetColumns).meta({ id: 'CardWidget' }));
const functions = z.array(rowSchema(functionColumns).meta({ id: 'GraphFunction' }));

const graph = rowSchema(graphColumns)
  .extend({
    publication: rowSchema(publicationColumns),
    root: node.nullable(),
    nodes: z.array(node),
    edges: z.array(rowSchema(edgeColumns).meta({ id: 'Edge' })),
    nodegroups: z.array(rowSchema(nodegroupColumns).meta({ id: 'Nodegroup' })),
    cards: z.array(card),
    cards_x_nodes_x_widgets: widgets,
    widgets,
    functions_x_graphs: functions,
    functions,
  })
  // The parameter exclude leaves members out.
  .partial()
  .meta({ id: 'Graph', description: 'A resource model, as far as the caller may read it.' });

/** The answer of GET /graphs/{id}. */
export const graphDocument = z
  .object({
    datatypes: z.array(z.object({ datatype: z.unknown(), isgeometric: z.boolean() })),
    cards: z.array(card),
    graph,
    cardwidgets: widgets,
  })
  .partial()
  .meta({ id: 'GraphDocument' });

/** The answer of GET /graphs. What is null is what the model was read without. */
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
