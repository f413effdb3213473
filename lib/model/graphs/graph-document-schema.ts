import * as z from 'zod';

import { isUuid } from '../ids.ts';

/*
 * The JSON of a graph in the releases 4.x to 7.x of the Arches platform. Unknown keys are ignored; keys that any
 * release omits are optional.
 */

const uuid = z
  .string()
  .refine(isUuid, 'is not a UUID')
  .transform((text) => text.toLowerCase());

const emptyAsNull = (value: unknown) => (value === '' || value === undefined ? null : value);
const optionalUuid = z.preprocess(emptyAsNull, uuid.nullable());
const optionalString = z.preprocess(emptyAsNull, z.string().nullable());
const optionalNumber = z.preprocess(emptyAsNull, z.coerce.number().nullable().catch(null));
const flag = (absent: boolean) => z.preprocess((value) => value ?? absent, z.boolean());
const object = z.record(z.string(), z.unknown()).catch({});

const optionalText = z.preprocess(
  (value) => value ?? null,
  z.union([z.string(), z.record(z.string(), z.string().nullable())]).nullable(),
);
const text = optionalText.transform((value) => value ?? '');

const list = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => value ?? [], z.array(item));

const node = z.object({
  nodeid: uuid,
  name: text,
  alias: optionalString,
  datatype: optionalString,
  config: object,
  fieldname: optionalString,
  exportable: flag(false),
  isrequired: flag(false),
  issearchable: flag(true),
  istopnode: flag(false),
  nodegroup_id: optionalUuid,
  ontologyclass: optionalString,
  parentproperty: optionalString,
  sortorder: optionalNumber,
});

const edge = z.object({
  domainnode_id: uuid,
  rangenode_id: uuid,
  ontologyproperty: optionalString,
});

const nodegroup = z.object({
  nodegroupid: uuid,
  parentnodegroup_id: optionalUuid,
  cardinality: z.preprocess(
    (value) => (value === 1 ? '1' : (value ?? null)),
    z.enum(['1', 'n']).nullable(),
  ),
});

const card = z.object({
  cardid: optionalUuid,
  nodegroup_id: uuid,
  name: text,
  visible: flag(true),
  active: flag(true),
  sortorder: optionalNumber,
  constraints: list(
    z.object({
      constraintid: optionalUuid,
      uniquetoallinstances: flag(false),
      nodes: z.array(uuid),
    }),
  ).catch([]),
});

const widget = z.object({
  node_id: uuid,
  card_id: optionalUuid,
  label: optionalText,
  visible: flag(true),
  sortorder: optionalNumber,
  config: object,
});

const publication = z.preprocess(
  (value) => (typeof value === 'string' ? { publicationid: value } : (value ?? null)),
  z.object({ publicationid: optionalUuid }).nullable(),
);

/**
 * Marks a graph whose texts were reduced to one language. Package files never have it: importing such a graph
 * would lose the other languages.
 */
export const contentLanguageKey = 'content_language';

/** The schema of a graph document. It checks only the shape. */
export const graphDocumentSchema = z.object({
  graphid: uuid,
  name: text,
  description: optionalText,
  subtitle: optionalText,
  isresource: flag(false),
  ontology_id: optionalString,
  jsonldcontext: optionalString.catch(null),
  slug: optionalString,
  publication,
  root: z.preprocess((value) => value ?? null, node.nullable()),
  nodes: list(node),
  edges: list(edge),
  nodegroups: list(nodegroup),
  cards: list(card),
  cards_x_nodes_x_widgets: list(widget),
  widgets: list(widget).catch([]),
  functions_x_graphs: list(z.object({ config: object })),
  functions: list(z.object({ config: object })).catch([]),
});

/**
 * Chooses between the rows of two keys with the same meaning, such as `widgets` and `cards_x_nodes_x_widgets`: files
 * use the longer key, the publications of the platform the shorter one, and some have both.
 */
export function firstNonEmpty<Item>(
  rows: readonly Item[],
  alternatives: readonly Item[],
): readonly Item[] {
  return rows.length > 0 ? rows : alternatives;
}

export type GraphDocument = z.output<typeof graphDocumentSchema>;
export type NodeDocument = GraphDocument['nodes'][number];
