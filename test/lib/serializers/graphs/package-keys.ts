/** The JSON types of a key. */
export type JsonKinds = readonly string[];

const text = ['text'];
const flag = ['flag'];
const number = ['number'];
const object = ['object'];
const list = ['list'];
const orNull = (kinds: JsonKinds): JsonKinds => [...kinds, 'null'];

const node = {
  alias: orNull(text),
  config: object,
  datatype: text,
  description: orNull(text),
  exportable: flag,
  fieldname: orNull(text),
  graph_id: text,
  hascustomalias: flag,
  is_collector: flag,
  isrequired: flag,
  issearchable: flag,
  istopnode: flag,
  name: text,
  nodegroup_id: orNull(text),
  nodeid: text,
  ontologyclass: orNull(text),
  sortorder: number,
};

/**
 * Every key of a graph file of release 7 of the Arches platform, by level, with the JSON types in the packages of
 * that release, which strict readers expect.
 */
export const packageKeys: Readonly<Record<string, Readonly<Record<string, JsonKinds>>>> = {
  graph: {
    author: text,
    cards: list,
    cards_x_nodes_x_widgets: list,
    color: orNull(text),
    config: object,
    deploymentdate: orNull(text),
    deploymentfile: orNull(text),
    description: object,
    edges: list,
    functions_x_graphs: list,
    graphid: text,
    iconclass: text,
    is_editable: flag,
    isresource: flag,
    jsonldcontext: orNull(text),
    name: object,
    nodegroups: list,
    nodes: list,
    ontology_id: orNull(text),
    publication: object,
    relatable_resource_model_ids: list,
    resource_2_resource_constraints: list,
    root: object,
    slug: orNull(text),
    subtitle: object,
    template_id: text,
    version: text,
  },
  publication: {
    graph_id: text,
    notes: orNull(text),
    publicationid: text,
    published_time: text,
    user_id: orNull(number),
  },
  root: node,
  nodes: { ...node, parentproperty: orNull(text) },
  edges: {
    description: orNull(text),
    domainnode_id: text,
    edgeid: text,
    graph_id: text,
    name: orNull(text),
    ontologyproperty: orNull(text),
    rangenode_id: text,
  },
  nodegroups: {
    cardinality: text,
    legacygroupid: orNull(text),
    nodegroupid: text,
    parentnodegroup_id: orNull(text),
  },
  cards: {
    active: flag,
    cardid: text,
    component_id: text,
    config: orNull(object),
    constraints: list,
    cssclass: orNull(text),
    description: orNull(object),
    graph_id: text,
    helpenabled: flag,
    helptext: object,
    helptitle: object,
    instructions: object,
    is_editable: flag,
    name: object,
    nodegroup_id: text,
    sortorder: orNull(number),
    visible: flag,
  },
  constraints: { card_id: text, constraintid: text, nodes: list, uniquetoallinstances: flag },
  cards_x_nodes_x_widgets: {
    card_id: text,
    config: object,
    id: text,
    label: object,
    node_id: text,
    sortorder: orNull(number),
    visible: flag,
    widget_id: text,
  },
  functions_x_graphs: { config: object, function_id: text, graph_id: text, id: text },
};

type Row = Readonly<Record<string, unknown>>;

/** The rows of a graph, by the levels of `packageKeys`. */
export function collectLevels(graph: Row): Readonly<Record<string, readonly Row[]>> {
  const listRows = (row: Row, key: string): readonly Row[] => [row[key] ?? []].flat().map(Object);
  const levelNames = Object.keys(packageKeys).filter(
    (level) => !['graph', 'constraints'].includes(level),
  );
  return {
    graph: [graph],
    ...Object.fromEntries(levelNames.map((level) => [level, listRows(graph, level)])),
    constraints: listRows(graph, 'cards').flatMap((card) => listRows(card, 'constraints')),
  };
}

export function nameKind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const names: Readonly<Record<string, string>> = { string: 'text', boolean: 'flag' };
  return names[typeof value] ?? typeof value;
}

/** Lists missing keys and wrong types in a graph. */
export function findKeyProblems(graph: Row): readonly string[] {
  const levels = collectLevels(graph);
  return Object.entries(packageKeys).flatMap(([level, keys]) =>
    (levels[level] ?? []).flatMap((row, index) =>
      Object.entries(keys)
        .filter(([key, kinds]) => !(key in row && kinds.includes(nameKind(row[key]))))
        .map(([key]) => `${level} ${index} ${key}: ${key in row ? nameKind(row[key]) : 'missing'}`),
    ),
  );
}
