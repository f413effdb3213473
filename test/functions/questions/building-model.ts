import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';

/** A model of buildings: phases with a type, a date, a height and a name, and below each phase surveys with a state, a flag and a person. */
export const buildingGraph = id(5000);

export const nodes = {
  phase: id(5001),
  type: id(5002),
  built: id(5003),
  height: id(5004),
  called: id(5005),
  shape: id(5006),
  survey: id(5010),
  state: id(5011),
  isOpen: id(5012),
  beside: id(5013),
};

export type NodeName = Exclude<keyof typeof nodes, 'phase' | 'survey' | 'shape'>;

export const phaseNodes: readonly NodeName[] = ['type', 'built', 'height', 'called'];
export const surveyNodes: readonly NodeName[] = ['state', 'isOpen', 'beside'];

/** The name of a node in a condition. */
export const aliasOf = (name: NodeName): string => name.toLowerCase();

export const options = { good: id(5101), poor: id(5102) };

/** A concept of each level: a barrow, narrower a round barrow, narrower a bowl barrow; and a house. */
export const concepts = { barrow: id(5201), round: id(5202), bowl: id(5203), house: id(5204) };

/** The ids of the labels of each concept, in English and in German. */
export const values = {
  barrow: [id(5301), id(5302)],
  round: [id(5303), id(5304)],
  bowl: [id(5305), id(5306)],
  house: [id(5307), id(5308)],
} as const;

export type ConceptName = keyof typeof concepts;

/** Each concept with those narrower than it. */
export const narrower: Readonly<Record<ConceptName, readonly ConceptName[]>> = {
  barrow: ['barrow', 'round', 'bowl'],
  round: ['round', 'bowl'],
  bowl: ['bowl'],
  house: ['house'],
};

const collection = id(5200);
const root = id(5009);

const typed = (name: NodeName | 'shape', nodegroup: string, datatype: string, config = {}) =>
  node(nodes[name], name, nodegroup, { alias: name.toLowerCase(), datatype, config });

export const buildingModel = {
  graphid: buildingGraph,
  name: 'Building',
  slug: 'building',
  isresource: true,
  nodes: [
    node(root, 'Building', null, { istopnode: true, datatype: 'semantic' }),
    node(nodes.phase, 'Phase', nodes.phase, { alias: 'phase', datatype: 'semantic' }),
    typed('type', nodes.phase, 'concept-list', { rdmCollection: collection }),
    typed('built', nodes.phase, 'edtf'),
    typed('height', nodes.phase, 'number'),
    typed('called', nodes.phase, 'string'),
    typed('shape', nodes.phase, 'geojson-feature-collection'),
    node(nodes.survey, 'Survey', nodes.survey, { alias: 'survey', datatype: 'semantic' }),
    typed('state', nodes.survey, 'domain-value', {
      options: [
        { id: options.good, text: { en: 'Good', de: 'Gut' } },
        { id: options.poor, text: { en: 'Poor', de: 'Schlecht' } },
      ],
    }),
    typed('isOpen', nodes.survey, 'boolean'),
    typed('beside', nodes.survey, 'resource-instance-list'),
  ],
  edges: [
    edge(root, nodes.phase),
    ...[...phaseNodes, 'shape' as const].map((name) => edge(nodes.phase, nodes[name])),
    edge(nodes.phase, nodes.survey),
    ...surveyNodes.map((name) => edge(nodes.survey, nodes[name])),
  ],
  nodegroups: [
    { nodegroupid: nodes.phase, cardinality: 'n', parentnodegroup_id: null },
    { nodegroupid: nodes.survey, cardinality: 'n', parentnodegroup_id: nodes.phase },
  ],
  cards: [],
};

/** The model whose buildings have names: what their phases are called. */
export const namedBuildingModel = {
  ...buildingModel,
  functions_x_graphs: [
    {
      config: {
        descriptor_types: { name: { nodegroup_id: nodes.phase, string_template: '<called>' } },
      },
    },
  ],
};

const labels: Readonly<Record<ConceptName, readonly [english: string, german: string]>> = {
  barrow: ['Barrow', 'Hügelgrab'],
  round: ['Round barrow', 'Rundes Hügelgrab'],
  bowl: ['Bowl barrow', 'Schalenhügel'],
  house: ['House', 'Haus'],
};

const conceptXml = (name: ConceptName, narrowerName?: ConceptName): string => {
  const label = (index: 0 | 1, language: string): string =>
    `<skos:prefLabel xml:lang="${language}">{"id": "${values[name][index]}", "value": "${labels[name][index]}"}</skos:prefLabel>`;
  const link =
    narrowerName === undefined
      ? ''
      : `<skos:narrower rdf:resource="http://thesaurus.test/${concepts[narrowerName]}"/>`;
  return `<skos:Concept rdf:about="http://thesaurus.test/${concepts[name]}">${label(0, 'en')}${label(1, 'de')}${link}</skos:Concept>`;
};

export const buildingThesaurus = `<?xml version="1.0"?>
<rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  ${conceptXml('barrow', 'round')}
  ${conceptXml('round', 'bowl')}
  ${conceptXml('bowl')}
  ${conceptXml('house')}
  <skos:Collection rdf:about="http://thesaurus.test/${collection}">
    <skos:prefLabel xml:lang="en">Types</skos:prefLabel>
    ${Object.values(concepts)
      .map((conceptId) => `<skos:member rdf:resource="http://thesaurus.test/${conceptId}"/>`)
      .join('')}
  </skos:Collection>
</rdf:RDF>`;
