import { importConcepts } from '../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../infra/cli/import/resources/import-resources.ts';
import { edge, id, node } from '../infra/cli/import/graphs/example.ts';
import type { TestService } from '../support/service.ts';
import { withJsonFile, withTextFile } from '../support/temporary-file.ts';

/*
 * The records of a county: monuments with a type, a period and a place, each in the parish of a town.
 */

export const monumentCount = 8000;
const townCount = 40;

const types = ['Barrow', 'Hillfort', 'Church', 'Mill', 'Bridge'];
const periods = ['Bronze Age', 'Iron Age', 'Medieval'];

const graphs = { monument: id(7000), town: id(7100) };
const nodes = {
  root: id(7001),
  monument: id(7002),
  name: id(7003),
  type: id(7004),
  period: id(7005),
  place: id(7006),
  parish: id(7007),
  townRoot: id(7101),
  town: id(7102),
  townName: id(7103),
  townPlace: id(7104),
};
const collections = { types: id(7200), periods: id(7300) };

const namedBy = (nodegroup: string) => [
  {
    config: {
      descriptor_types: { name: { nodegroup_id: nodegroup, string_template: '<name>' } },
    },
  },
];

const semantic = (nodeId: string, name: string, nodegroup: string | null, more = {}) =>
  node(nodeId, name, nodegroup, { datatype: 'semantic', ...more });

const monumentModel = {
  graphid: graphs.monument,
  name: 'Monument',
  slug: 'monument',
  isresource: true,
  nodes: [
    semantic(nodes.root, 'Monument', null, { istopnode: true }),
    semantic(nodes.monument, 'Summary', nodes.monument),
    node(nodes.name, 'name', nodes.monument, { alias: 'name', datatype: 'string' }),
    node(nodes.type, 'Type', nodes.monument, {
      alias: 'type',
      datatype: 'concept',
      config: { rdmCollection: collections.types },
    }),
    node(nodes.period, 'Period', nodes.monument, {
      alias: 'period',
      datatype: 'concept',
      config: { rdmCollection: collections.periods },
    }),
    node(nodes.place, 'Place', nodes.monument, {
      alias: 'place',
      datatype: 'geojson-feature-collection',
    }),
    node(nodes.parish, 'Parish', nodes.monument, {
      alias: 'parish',
      datatype: 'resource-instance',
    }),
  ],
  edges: [
    edge(nodes.root, nodes.monument),
    ...[nodes.name, nodes.type, nodes.period, nodes.place, nodes.parish].map((child) =>
      edge(nodes.monument, child),
    ),
  ],
  nodegroups: [{ nodegroupid: nodes.monument, cardinality: '1' }],
  cards: [{ nodegroup_id: nodes.monument, name: 'Summary' }],
  functions_x_graphs: namedBy(nodes.monument),
};

const townModel = {
  graphid: graphs.town,
  name: 'Town',
  slug: 'town',
  isresource: true,
  nodes: [
    semantic(nodes.townRoot, 'Town', null, { istopnode: true }),
    semantic(nodes.town, 'Town summary', nodes.town),
    node(nodes.townName, 'name', nodes.town, { alias: 'name', datatype: 'string' }),
    node(nodes.townPlace, 'Place', nodes.town, {
      alias: 'place',
      datatype: 'geojson-feature-collection',
    }),
  ],
  edges: [
    edge(nodes.townRoot, nodes.town),
    edge(nodes.town, nodes.townName),
    edge(nodes.town, nodes.townPlace),
  ],
  nodegroups: [{ nodegroupid: nodes.town, cardinality: '1' }],
  cards: [{ nodegroup_id: nodes.town, name: 'Town' }],
  functions_x_graphs: namedBy(nodes.town),
};

const conceptXml = (conceptId: string, valueId: string, label: string): string =>
  `<skos:Concept rdf:about="http://thesaurus.test/${conceptId}"><skos:prefLabel xml:lang="en">{"id": "${valueId}", "value": "${label}"}</skos:prefLabel></skos:Concept>`;

const valueOfType = (index: number): string => id(7220 + index);
const valueOfPeriod = (index: number): string => id(7320 + index);

const collectionXml = (collection: string, label: string, members: readonly string[]): string =>
  `<skos:Collection rdf:about="http://thesaurus.test/${collection}"><skos:prefLabel xml:lang="en">${label}</skos:prefLabel>${members
    .map((member) => `<skos:member rdf:resource="http://thesaurus.test/${member}"/>`)
    .join('')}</skos:Collection>`;

const thesaurus = `<?xml version="1.0"?>
<rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:skos="http://www.w3.org/2004/02/skos/core#">
  ${types.map((label, index) => conceptXml(id(7210 + index), valueOfType(index), label)).join('')}
  ${periods.map((label, index) => conceptXml(id(7310 + index), valueOfPeriod(index), label)).join('')}
  ${collectionXml(
    collections.types,
    'Types',
    types.map((_label, index) => id(7210 + index)),
  )}
  ${collectionXml(
    collections.periods,
    'Periods',
    periods.map((_label, index) => id(7310 + index)),
  )}
</rdf:RDF>`;

const text = (value: string) => ({ en: { value, direction: 'ltr' } });
const point = (coordinates: readonly [number, number]) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } }],
});

const townOf = (number: number): number => number % townCount;
const townId = (town: number): string => id(8000 + town);
/** Towns are 10 km and more from each other. */
const townPlace = (town: number): readonly [number, number] => [
  -2 + (town % 8) * 0.2,
  51 + Math.floor(town / 8) * 0.1,
];

/** The name of a town. */
export const townName = (town: number): string => `Ambury ${String(town).padStart(2, '0')}`;

const typeOf = (number: number): number => Math.floor(number / townCount) % types.length;
const periodOf = (number: number): number =>
  Math.floor(number / (townCount * types.length)) % periods.length;

/** The monuments of a type and a period of a town. All lie within 1 km of it. */
export const countMonuments = (town: number, type: string, period: string): number =>
  Array.from({ length: monumentCount }, (_, number) => number).filter(
    (number) =>
      townOf(number) === town &&
      types[typeOf(number)] === type &&
      periods[periodOf(number)] === period,
  ).length;

function monument(number: number) {
  const town = townOf(number);
  const [longitude, latitude] = townPlace(town);
  const offset = (Math.floor(number / townCount) % 100) / 20_000;
  return {
    resourceinstance: { resourceinstanceid: id(10_000 + number), graph_id: graphs.monument },
    tiles: [
      {
        tileid: id(30_000 + number),
        nodegroup_id: nodes.monument,
        data: {
          [nodes.name]: text(`${types[typeOf(number)]} ${number}`),
          [nodes.type]: valueOfType(typeOf(number)),
          [nodes.period]: valueOfPeriod(periodOf(number)),
          [nodes.place]: point([longitude + offset, latitude + offset]),
          [nodes.parish]: [{ resourceId: townId(town) }],
        },
      },
    ],
  };
}

const town = (number: number) => ({
  resourceinstance: { resourceinstanceid: townId(number), graph_id: graphs.town },
  tiles: [
    {
      tileid: id(9000 + number),
      nodegroup_id: nodes.town,
      data: {
        [nodes.townName]: text(townName(number)),
        [nodes.townPlace]: point(townPlace(number)),
      },
    },
  ],
});

/** Imports the records, as a file of business data. */
export async function importMonuments({ importContext }: TestService): Promise<void> {
  for (const model of [townModel, monumentModel]) {
    await withJsonFile(model, (file) => importGraphs([file], importContext));
  }
  await withTextFile('concepts.xml', thesaurus, (file) => importConcepts([file], importContext));
  const resources = [
    ...Array.from({ length: townCount }, (_, number) => town(number)),
    ...Array.from({ length: monumentCount }, (_, number) => monument(number)),
  ];
  await withJsonFile({ business_data: { resources } }, (file) =>
    importResources([file], importContext),
  );
}
