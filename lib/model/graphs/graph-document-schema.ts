import * as z from 'zod';

import { isUuid } from '../ids.ts';

/*
 * The JSON of a graph in the releases 4.x to 8.x of the Arches platform. Unknown keys are ignored; keys that any
 * release omits are optional.
 */

const uuidSchema = z
  .string()
  .refine(isUuid, 'is not a UUID')
  .transform((text) => text.toLowerCase());

const emptyAsNull = (value: unknown) => (value === '' || value === undefined ? null : value);
const optionalUuidSchema = z.preprocess(emptyAsNull, uuidSchema.nullable());
const optionalStringSchema = z.preprocess(emptyAsNull, z.string().nullable());
const optionalNumberSchema = z.preprocess(emptyAsNull, z.coerce.number().nullable().catch(null));
const flagSchema = (defaultValue: boolean) =>
  z.preprocess((value) => value ?? defaultValue, z.boolean());
const objectSchema = z.record(z.string(), z.unknown()).catch({});

const optionalTextSchema = z.preprocess(
  (value) => value ?? null,
  z.union([z.string(), z.record(z.string(), z.string().nullable())]).nullable(),
);
const textSchema = optionalTextSchema.transform((value) => value ?? '');

const listSchema = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => value ?? [], z.array(item));

const nodeSchema = z.object({
  nodeid: uuidSchema,
  name: textSchema,
  alias: optionalStringSchema,
  datatype: optionalStringSchema,
  config: objectSchema,
  fieldname: optionalStringSchema,
  exportable: flagSchema(false),
  isrequired: flagSchema(false),
  issearchable: flagSchema(true),
  istopnode: flagSchema(false),
  nodegroup_id: optionalUuidSchema,
  ontologyclass: optionalStringSchema,
  parentproperty: optionalStringSchema,
  sortorder: optionalNumberSchema,
});

const edgeSchema = z.object({
  domainnode_id: uuidSchema,
  rangenode_id: uuidSchema,
  ontologyproperty: optionalStringSchema,
});

const nodegroupSchema = z.object({
  nodegroupid: uuidSchema,
  parentnodegroup_id: optionalUuidSchema,
  cardinality: z.preprocess(
    (value) => (value === 1 ? '1' : (value ?? null)),
    z.enum(['1', 'n']).nullable(),
  ),
});

const cardSchema = z.object({
  cardid: optionalUuidSchema,
  nodegroup_id: uuidSchema,
  name: textSchema,
  visible: flagSchema(true),
  active: flagSchema(true),
  sortorder: optionalNumberSchema,
  constraints: listSchema(
    z.object({
      constraintid: optionalUuidSchema,
      uniquetoallinstances: flagSchema(false),
      nodes: z.array(uuidSchema),
    }),
  ).catch([]),
});

const widgetSchema = z.object({
  node_id: uuidSchema,
  card_id: optionalUuidSchema,
  label: optionalTextSchema,
  visible: flagSchema(true),
  sortorder: optionalNumberSchema,
  config: objectSchema,
});

const publicationSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { publicationid: value } : (value ?? null)),
  z.object({ publicationid: optionalUuidSchema }).nullable(),
);

const lifeCycleStateSchema = z.object({
  id: uuidSchema,
  name: textSchema,
  action_label: textSchema,
  is_initial_state: flagSchema(false),
  can_edit_resource_instances: flagSchema(true),
  can_delete_resource_instances: flagSchema(true),
  next_resource_instance_lifecycle_states: listSchema(uuidSchema),
  previous_resource_instance_lifecycle_states: listSchema(uuidSchema),
});

/** The schema of a life cycle with its states. */
export const lifeCycleSchema = z.object({
  id: uuidSchema,
  name: textSchema,
  resource_instance_lifecycle_states: listSchema(lifeCycleStateSchema),
});

/**
 * Marks a graph whose texts were reduced to one language. Package files never have it, because importing such
 * a graph would lose the other languages.
 */
export const contentLanguageKey = 'content_language';

/** The schema of a graph document. It checks only the shape. */
export const graphDocumentSchema = z.object({
  graphid: uuidSchema,
  name: textSchema,
  description: optionalTextSchema,
  subtitle: optionalTextSchema,
  isresource: flagSchema(false),
  ontology_id: optionalStringSchema,
  jsonldcontext: optionalStringSchema.catch(null),
  slug: optionalStringSchema,
  publication: publicationSchema,
  root: z.preprocess((value) => value ?? null, nodeSchema.nullable()),
  nodes: listSchema(nodeSchema),
  edges: listSchema(edgeSchema),
  nodegroups: listSchema(nodegroupSchema),
  cards: listSchema(cardSchema),
  cards_x_nodes_x_widgets: listSchema(widgetSchema),
  widgets: listSchema(widgetSchema).catch([]),
  functions_x_graphs: listSchema(z.object({ config: objectSchema })),
  functions: listSchema(z.object({ config: objectSchema })).catch([]),
  resource_instance_lifecycle: z.preprocess((value) => value ?? null, lifeCycleSchema.nullable()),
});

/**
 * Chooses between the rows of two keys with the same meaning, such as `cards_x_nodes_x_widgets` and `widgets`. Files use the longer key,
 * publications of the Arches platform the shorter one, and some documents have both.
 */
export function firstNonEmpty<Item>(
  rows: readonly Item[],
  alternatives: readonly Item[],
): readonly Item[] {
  return rows.length > 0 ? rows : alternatives;
}

export type GraphDocument = z.output<typeof graphDocumentSchema>;
/** The life cycle of the resource instances of a model, with its states. */
export type LifeCycleDocument = z.output<typeof lifeCycleSchema>;
export type NodeDocument = GraphDocument['nodes'][number];
