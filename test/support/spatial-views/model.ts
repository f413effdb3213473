import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';

/*
 * Two models for the tests of spatial views: sites, with two nodes of geometries and a node of every datatype that a view can have,
 * and the keepers that they refer to, whose names are made of a name and a rank of the thesaurus.
 */

/** The graphs, by id. */
export const graphs = { site: id(5100), keeper: id(5200) };

/** The nodegroups of sites, and the one of keepers. */
export const nodegroups = {
  names: id(5110),
  facts: id(5120),
  places: id(5130),
  /** Below the places. */
  parts: id(5140),
  links: id(5150),
  secrets: id(5160),
  keeper: id(5210),
};

/** The nodes that have values, by alias. */
export const nodes = {
  name: id(5111),
  inventory: id(5112),
  kind: id(5113),
  kinds: id(5114),
  state: id(5121),
  states: id(5122),
  height: id(5123),
  visited: id(5124),
  built: id(5125),
  is_open: id(5126),
  page: id(5127),
  pictures: id(5128),
  grid: id(5129),
  geometry: id(5131),
  locality: id(5132),
  part: id(5141),
  part_note: id(5142),
  neighbours: id(5151),
  keeper: id(5152),
  named_as: id(5153),
  secret: id(5161),
  keeper_name: id(5211),
  keeper_rank: id(5212),
};

export type Alias = keyof typeof nodes;

const collection = id(5300);
const concept = (number: number): string => id(5310 + number);
/** Some concepts have labels in two languages, one has none in English, one has an alternative label beside. */
export const conceptValues = {
  millEnglish: id(5321),
  millFrench: id(5322),
  barnEnglish: id(5323),
  barnOther: id(5324),
  towerFrench: id(5325),
};

const labelled = (
  number: number,
  labels: readonly (readonly [kind: string, language: string, valueId: string, text: string])[],
): string => `<skos:Concept rdf:about="http://sites.test/${concept(number)}">
${labels
  .map(
    ([kind, language, valueId, text]) =>
      `    <skos:${kind} xml:lang="${language}">{"id": "${valueId}", "value": "${text}"}</skos:${kind}>`,
  )
  .join('\n')}
  </skos:Concept>`;

const members = [1, 2, 3]
  .map((number) => `    <skos:member rdf:resource="http://sites.test/${concept(number)}"/>`)
  .join('\n');

/** The thesaurus of the models (SKOS in RDF/XML). */
export const thesaurus = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  ${labelled(1, [
    ['prefLabel', 'en', conceptValues.millEnglish, 'mill'],
    ['prefLabel', 'fr', conceptValues.millFrench, 'moulin'],
  ])}
  ${labelled(2, [
    ['prefLabel', 'en', conceptValues.barnEnglish, 'barn'],
    ['altLabel', 'en', conceptValues.barnOther, 'cow shed'],
  ])}
  ${labelled(3, [['prefLabel', 'fr', conceptValues.towerFrench, 'tour']])}
  <skos:Collection rdf:about="http://sites.test/${collection}">
    <skos:prefLabel xml:lang="en">kinds of sites</skos:prefLabel>
${members}
  </skos:Collection>
</rdf:RDF>`;

/** The ids of the options of states: sound, ruined, gone. */
export const options = [id(5331), id(5332), id(5333)] as const;

const stateOptions = {
  options: [
    { id: options[0], text: { en: 'sound', fr: 'intact' } },
    { id: options[1], text: { en: 'ruined', fr: 'en ruine' } },
    { id: options[2], text: 'gone' },
  ],
};
const concepts = { rdmCollection: collection };
const anyOf = (graphid: string) => ({ graphs: [{ graphid, name: 'any' }] });

/** The nodes of sites but for the root: alias, datatype, nodegroup, configuration. */
const siteNodes: readonly (readonly [Alias, string, string, object?])[] = [
  ['name', 'string', nodegroups.names],
  ['inventory', 'non-localized-string', nodegroups.names],
  ['kind', 'concept', nodegroups.names, concepts],
  ['kinds', 'concept-list', nodegroups.names, concepts],
  ['state', 'domain-value', nodegroups.facts, stateOptions],
  ['states', 'domain-value-list', nodegroups.facts, stateOptions],
  ['height', 'number', nodegroups.facts],
  ['visited', 'date', nodegroups.facts],
  ['built', 'edtf', nodegroups.facts],
  ['is_open', 'boolean', nodegroups.facts],
  ['page', 'url', nodegroups.facts],
  ['pictures', 'file-list', nodegroups.facts],
  ['grid', 'bngcentrepoint', nodegroups.facts],
  ['geometry', 'geojson-feature-collection', nodegroups.places],
  ['locality', 'string', nodegroups.places],
  ['part', 'geojson-feature-collection', nodegroups.parts],
  ['part_note', 'string', nodegroups.parts],
  ['neighbours', 'resource-instance-list', nodegroups.links, anyOf(graphs.site)],
  ['keeper', 'resource-instance', nodegroups.links, anyOf(graphs.keeper)],
  ['named_as', 'node-value', nodegroups.links, { nodeid: nodes.name }],
  ['secret', 'string', nodegroups.secrets],
];

/** The nodegroup of each node that has values. */
export const nodegroupOf: ReadonlyMap<string, string> = new Map([
  ...siteNodes.map(([alias, , nodegroupId]) => [nodes[alias], nodegroupId] as const),
  [nodes.keeper_name, nodegroups.keeper],
  [nodes.keeper_rank, nodegroups.keeper],
]);

const top = (nodegroupId: string, name: string) =>
  node(nodegroupId, name, nodegroupId, { alias: name, datatype: 'semantic' });
const valueNode = ([alias, datatype, nodegroupId, config = {}]: (typeof siteNodes)[number]) =>
  node(nodes[alias], alias, nodegroupId, { alias, datatype, config });
const nodegroup = (nodegroupId: string, cardinality: string, above: string | null = null) => ({
  nodegroupid: nodegroupId,
  cardinality,
  parentnodegroup_id: above,
});
const nameBy = (nodegroupId: string, template: string) => [
  {
    config: {
      descriptor_types: { name: { nodegroup_id: nodegroupId, string_template: template } },
      triggering_nodegroups: [nodegroupId],
    },
  },
];

const siteRoot = id(5101);
const keeperRoot = id(5201);
const { names, facts, places, parts, links, secrets } = nodegroups;

/** The models, as files of resource models have them. */
export const graphDocument = {
  graph: [
    {
      graphid: graphs.site,
      name: 'Site',
      slug: 'site',
      isresource: true,
      nodes: [
        node(siteRoot, 'Site', null, { istopnode: true, datatype: 'semantic' }),
        ...Object.entries({ names, facts, places, parts, links, secrets }).map(([name, one]) =>
          top(one, name),
        ),
        ...siteNodes.map(valueNode),
      ],
      edges: [
        ...[names, facts, places, links, secrets].map((one) => edge(siteRoot, one)),
        edge(places, parts),
        ...siteNodes.map(([alias, , nodegroupId]) => edge(nodegroupId, nodes[alias])),
      ],
      nodegroups: [
        nodegroup(names, 'n'),
        nodegroup(facts, '1'),
        nodegroup(places, 'n'),
        nodegroup(parts, 'n', places),
        nodegroup(links, 'n'),
        nodegroup(secrets, '1'),
      ],
      cards: [],
      functions_x_graphs: nameBy(names, '<name>'),
    },
    {
      graphid: graphs.keeper,
      name: 'Keeper',
      slug: 'keeper',
      isresource: true,
      nodes: [
        node(keeperRoot, 'Keeper', null, { istopnode: true, datatype: 'semantic' }),
        top(nodegroups.keeper, 'keeper_names'),
        node(nodes.keeper_name, 'keeper_name', nodegroups.keeper, { alias: 'keeper_name' }),
        node(nodes.keeper_rank, 'keeper_rank', nodegroups.keeper, {
          alias: 'keeper_rank',
          datatype: 'concept',
          config: concepts,
        }),
      ],
      edges: [
        edge(keeperRoot, nodegroups.keeper),
        edge(nodegroups.keeper, nodes.keeper_name),
        edge(nodegroups.keeper, nodes.keeper_rank),
      ],
      nodegroups: [nodegroup(nodegroups.keeper, '1')],
      cards: [],
      functions_x_graphs: nameBy(nodegroups.keeper, '<keeper_name> (<keeper_rank>)'),
    },
  ],
};
