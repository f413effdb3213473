import { edge, id, node } from '../../../infra/cli/import/graphs/example.ts';

/*
 * Two models for the tests of spatial views. Sites have two geometry nodes and a node of every datatype that a view can show. The
 * name of a keeper is made from the values of two nodes: a name, and a rank, which is a concept.
 */

export const siteGraphs = { site: id(5100), keeper: id(5200) };

export const siteNodegroups = {
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
export const siteNodes = {
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

export type SiteAlias = keyof typeof siteNodes;

const collectionId = id(5300);
const concept = (number: number): string => id(5310 + number);
/** The ids of the labels: of mill in two languages, of barn also an alternative one, of tower no English one. */
export const siteConceptValues = {
  millEnglish: id(5321),
  millFrench: id(5322),
  barnEnglish: id(5323),
  barnOther: id(5324),
  towerFrench: id(5325),
};

const conceptXml = (
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

const memberXml = [1, 2, 3]
  .map((number) => `    <skos:member rdf:resource="http://sites.test/${concept(number)}"/>`)
  .join('\n');

/** The thesaurus of the models (SKOS in RDF/XML). */
export const siteThesaurus = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  ${conceptXml(1, [
    ['prefLabel', 'en', siteConceptValues.millEnglish, 'mill'],
    ['prefLabel', 'fr', siteConceptValues.millFrench, 'moulin'],
  ])}
  ${conceptXml(2, [
    ['prefLabel', 'en', siteConceptValues.barnEnglish, 'barn'],
    ['altLabel', 'en', siteConceptValues.barnOther, 'cow shed'],
  ])}
  ${conceptXml(3, [['prefLabel', 'fr', siteConceptValues.towerFrench, 'tour']])}
  <skos:Collection rdf:about="http://sites.test/${collectionId}">
    <skos:prefLabel xml:lang="en">kinds of sites</skos:prefLabel>
${memberXml}
  </skos:Collection>
</rdf:RDF>`;

/** The ids of the options of states: sound, ruined, gone. */
export const siteOptionIds = [id(5331), id(5332), id(5333)] as const;

const stateConfig = {
  options: [
    { id: siteOptionIds[0], text: { en: 'sound', fr: 'intact' } },
    { id: siteOptionIds[1], text: { en: 'ruined', fr: 'en ruine' } },
    { id: siteOptionIds[2], text: 'gone' },
  ],
};
const conceptConfig = { rdmCollection: collectionId };
const anyResourceOf = (graphid: string) => ({ graphs: [{ graphid, name: 'any' }] });

/** The nodes of sites that have values: alias, datatype, nodegroup, configuration. */
const valueNodes: readonly (readonly [SiteAlias, string, string, object?])[] = [
  ['name', 'string', siteNodegroups.names],
  ['inventory', 'non-localized-string', siteNodegroups.names],
  ['kind', 'concept', siteNodegroups.names, conceptConfig],
  ['kinds', 'concept-list', siteNodegroups.names, conceptConfig],
  ['state', 'domain-value', siteNodegroups.facts, stateConfig],
  ['states', 'domain-value-list', siteNodegroups.facts, stateConfig],
  ['height', 'number', siteNodegroups.facts],
  ['visited', 'date', siteNodegroups.facts],
  ['built', 'edtf', siteNodegroups.facts],
  ['is_open', 'boolean', siteNodegroups.facts],
  ['page', 'url', siteNodegroups.facts],
  ['pictures', 'file-list', siteNodegroups.facts],
  ['grid', 'bngcentrepoint', siteNodegroups.facts],
  ['geometry', 'geojson-feature-collection', siteNodegroups.places],
  ['locality', 'string', siteNodegroups.places],
  ['part', 'geojson-feature-collection', siteNodegroups.parts],
  ['part_note', 'string', siteNodegroups.parts],
  ['neighbours', 'resource-instance-list', siteNodegroups.links, anyResourceOf(siteGraphs.site)],
  ['keeper', 'resource-instance', siteNodegroups.links, anyResourceOf(siteGraphs.keeper)],
  ['named_as', 'node-value', siteNodegroups.links, { nodeid: siteNodes.name }],
  ['secret', 'string', siteNodegroups.secrets],
];

export const nodegroupOfSiteNode: ReadonlyMap<string, string> = new Map([
  ...valueNodes.map(([alias, , nodegroupId]) => [siteNodes[alias], nodegroupId] as const),
  [siteNodes.keeper_name, siteNodegroups.keeper],
  [siteNodes.keeper_rank, siteNodegroups.keeper],
]);

const nodegroupNode = (nodegroupId: string, name: string) =>
  node(nodegroupId, name, nodegroupId, { alias: name, datatype: 'semantic' });
const valueNode = ([alias, datatype, nodegroupId, config = {}]: (typeof valueNodes)[number]) =>
  node(siteNodes[alias], alias, nodegroupId, { alias, datatype, config });
const nodegroup = (nodegroupId: string, cardinality: string, parentId: string | null = null) => ({
  nodegroupid: nodegroupId,
  cardinality,
  parentnodegroup_id: parentId,
});
const nameTemplate = (nodegroupId: string, template: string) => [
  {
    config: {
      descriptor_types: { name: { nodegroup_id: nodegroupId, string_template: template } },
      triggering_nodegroups: [nodegroupId],
    },
  },
];

const siteRoot = id(5101);
const keeperRoot = id(5201);
const { names, facts, places, parts, links, secrets } = siteNodegroups;

/** The graph file of the models. */
export const siteGraphDocument = {
  graph: [
    {
      graphid: siteGraphs.site,
      name: 'Site',
      slug: 'site',
      isresource: true,
      nodes: [
        node(siteRoot, 'Site', null, { istopnode: true, datatype: 'semantic' }),
        ...Object.entries({ names, facts, places, parts, links, secrets }).map(
          ([name, nodegroupId]) => nodegroupNode(nodegroupId, name),
        ),
        ...valueNodes.map(valueNode),
      ],
      edges: [
        ...[names, facts, places, links, secrets].map((nodegroupId) => edge(siteRoot, nodegroupId)),
        edge(places, parts),
        ...valueNodes.map(([alias, , nodegroupId]) => edge(nodegroupId, siteNodes[alias])),
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
      functions_x_graphs: nameTemplate(names, '<name>'),
    },
    {
      graphid: siteGraphs.keeper,
      name: 'Keeper',
      slug: 'keeper',
      isresource: true,
      nodes: [
        node(keeperRoot, 'Keeper', null, { istopnode: true, datatype: 'semantic' }),
        nodegroupNode(siteNodegroups.keeper, 'keeper_names'),
        node(siteNodes.keeper_name, 'keeper_name', siteNodegroups.keeper, { alias: 'keeper_name' }),
        node(siteNodes.keeper_rank, 'keeper_rank', siteNodegroups.keeper, {
          alias: 'keeper_rank',
          datatype: 'concept',
          config: conceptConfig,
        }),
      ],
      edges: [
        edge(keeperRoot, siteNodegroups.keeper),
        edge(siteNodegroups.keeper, siteNodes.keeper_name),
        edge(siteNodegroups.keeper, siteNodes.keeper_rank),
      ],
      nodegroups: [nodegroup(siteNodegroups.keeper, '1')],
      cards: [],
      functions_x_graphs: nameTemplate(siteNodegroups.keeper, '<keeper_name> (<keeper_rank>)'),
    },
  ],
};
