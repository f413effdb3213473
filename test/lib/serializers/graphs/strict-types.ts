import * as z from 'zod';

/*
 * The types that a strict client expects in models and resource instances: a wrong type fails the whole document,
 * as does an unexpected null.
 */

const text = z.string();
const optional = (type: z.ZodType) => type.nullish();
const textOrList = z.union([text, z.array(text)]);
const translations = z.union([text, z.record(z.string(), text.nullable())]);
const anyObject = z.record(z.string(), z.unknown());

const node = z.looseObject({
  nodeid: text,
  name: text,
  datatype: text,
  graph_id: text,
  config: anyObject.optional(),
  is_collector: z.boolean().optional(),
  isrequired: z.boolean().optional(),
  exportable: z.boolean().optional(),
  hascustomalias: z.boolean().optional(),
  issearchable: z.boolean().optional(),
  istopnode: z.boolean().optional(),
  sortorder: optional(z.int()),
  ontologyclass: optional(textOrList),
  description: optional(translations),
});

const edge = z.looseObject({
  domainnode_id: text,
  rangenode_id: text,
  edgeid: text.optional(),
  graph_id: text.optional(),
});

const nodegroup = z.looseObject({
  nodegroupid: text,
  cardinality: optional(text),
  parentnodegroup_id: optional(text),
});

const card = z.looseObject({
  active: z.boolean(),
  cardid: text,
  component_id: text,
  graph_id: text,
  helpenabled: z.boolean(),
  helptext: translations,
  helptitle: translations,
  instructions: translations,
  name: translations,
  nodegroup_id: text,
  visible: z.boolean(),
});

const widget = z.looseObject({
  card_id: text,
  id: text,
  label: translations,
  node_id: text,
  visible: z.boolean(),
  widget_id: text,
});

/** A model as a document. */
export const strictGraphFile = z.strictObject({
  graph: z.tuple([
    z.looseObject({
      graphid: text,
      name: translations,
      root: node,
      nodes: z.array(node),
      edges: z.array(edge).optional(),
      nodegroups: z.array(nodegroup).optional(),
      jsonldcontext: optional(text),
      relatable_resource_model_ids: z.array(text).optional(),
      ontology_id: optional(textOrList),
      cards: z.array(card).optional(),
      cards_x_nodes_x_widgets: z.array(widget).optional(),
      functions_x_graphs: z
        .array(z.looseObject({ function_id: text, graph_id: text, id: text }))
        .optional(),
    }),
  ]),
});

/** A list of models. */
export const strictGraphList = z.looseObject({
  models: z.record(
    z.uuid(),
    z.looseObject({
      graphid: text,
      name: translations,
      subtitle: optional(translations),
      description: optional(translations),
      nodes: z.int(),
      edges: z.int(),
      cards: z.int(),
      nodegroups: z.int(),
      relatable_resource_model_ids: z.array(text),
      slug: optional(text),
      color: optional(text),
      iconclass: optional(text),
      isresource: z.boolean(),
      publication: z.record(z.string(), text.nullable()).optional(),
    }),
  ),
});

const tile = z.looseObject({
  nodegroup_id: text,
  resourceinstance_id: text,
  data: anyObject,
  tileid: optional(text),
  parenttile_id: optional(text),
  sortorder: optional(z.int()),
  provisionaledits: z.array(z.unknown()).nullish(),
});

/** A resource instance in a list. */
export const strictResource = z.looseObject({
  resourceinstance: z.looseObject({
    resourceinstanceid: text,
    graph_id: text,
    name: text,
    descriptors: z.strictObject({
      name: text.optional(),
      map_popup: text.optional(),
      description: text.optional(),
      slug: text.optional(),
    }),
    publication_id: optional(text),
    graph_publication_id: optional(text),
    legacyid: optional(text),
    principaluser_id: optional(z.int()),
  }),
  tiles: z.array(tile),
  metadata: z.record(z.string(), text).optional(),
});
