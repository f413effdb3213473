import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';

const crm = (name: string): string => `http://www.cidoc-crm.org/cidoc-crm/${name}`;

const house = {
  graph: id(7000),
  root: id(7001),
  build: id(7002),
  survey: id(7003),
  made: id(7004),
};
const surveyed = id(7005);
const photograph = { graph: id(7100), root: id(7101), taken: id(7102), filed: id(7103) };

const graphNode = (
  nodeId: string,
  name: string,
  nodegroup: string | null,
  datatype: string,
  className: string | null,
) =>
  node(nodeId, name, nodegroup, {
    alias: name.toLowerCase(),
    datatype,
    ontologyclass: className === null ? null : crm(className),
    istopnode: nodegroup === null,
  });

/** A model with classes: when a house was built, and when it was surveyed, in plain dates. */
const houseModel = {
  graphid: house.graph,
  name: 'House',
  slug: 'house',
  isresource: true,
  nodes: [
    graphNode(house.root, 'House', null, 'semantic', 'E18_Physical_Thing'),
    graphNode(house.build, 'Build', house.build, 'semantic', 'E12_Production'),
    graphNode(house.made, 'Made', house.build, 'date', 'E52_Time-Span'),
    graphNode(house.survey, 'Survey', house.survey, 'semantic', 'E14_Condition_Assessment'),
    graphNode(surveyed, 'Surveyed', house.survey, 'date', 'E52_Time-Span'),
  ],
  edges: [
    edge(house.root, house.build, crm('P108i_was_produced_by')),
    edge(house.build, house.made, crm('P4_has_time-span')),
    edge(house.root, house.survey, crm('P34i_was_assessed_by')),
    edge(house.survey, surveyed, crm('P4_has_time-span')),
  ],
  nodegroups: [{ nodegroupid: house.build }, { nodegroupid: house.survey }],
  cards: [],
};

/** A model without classes: an extended date, and a plain one. */
const photographModel = {
  graphid: photograph.graph,
  name: 'Photograph',
  slug: 'photograph',
  isresource: true,
  nodes: [
    graphNode(photograph.root, 'Photograph', null, 'semantic', null),
    graphNode(photograph.taken, 'Taken', photograph.taken, 'edtf', null),
    graphNode(photograph.filed, 'Filed', photograph.taken, 'date', null),
  ],
  edges: [edge(photograph.root, photograph.taken), edge(photograph.taken, photograph.filed)],
  nodegroups: [{ nodegroupid: photograph.taken }],
  cards: [],
};

const record = (
  number: number,
  graphId: string,
  tiles: readonly (readonly [nodegroup: string, data: Record<string, string>])[],
) => ({
  resourceinstance: { resourceinstanceid: id(number), graph_id: graphId, legacyid: null },
  tiles: tiles.map(([nodegroup, data], position) => ({
    tileid: id(number * 10 + position),
    resourceinstance_id: id(number),
    nodegroup_id: nodegroup,
    parenttile_id: null,
    data,
  })),
});

const oldHouse = id(7201);
const newHouse = id(7202);
const oldPhotograph = id(7203);
const undatedPhotograph = id(7204);

const records = [
  record(7201, house.graph, [
    [house.build, { [house.made]: '1850-05-01' }],
    [house.survey, { [surveyed]: '1985-05-01' }],
  ]),
  record(7202, house.graph, [[house.build, { [house.made]: '1985-05-01' }]]),
  record(7203, photograph.graph, [
    [photograph.taken, { [photograph.taken]: '185X', [photograph.filed]: '1985-01-01' }],
  ]),
  record(7204, photograph.graph, [[photograph.taken, { [photograph.filed]: '1850-01-01' }]]),
];

let service: TestService;

async function openHouses(): Promise<void> {
  service = await openTestService();
  const { importContext: context } = service;
  for (const model of [houseModel, photographModel]) {
    await withJsonFile(model, (file) => importGraphs([file], context));
  }
  await withJsonFile({ business_data: { resources: records } }, (file) =>
    importResources([file], context),
  );
  await service.openToGuest();
}

async function find(query: string): Promise<readonly string[]> {
  const response = await service.fetch(`/resources/?${query}`);
  const text = await response.text();
  return [...text.matchAll(/resources\/([\da-f-]{36})/g)].map(([, found = '']) => found).toSorted();
}

describe('period', () => {
  beforeAll(openHouses);
  afterAll(async () => service?.close());

  it('looks at plain dates of what happened to the record, and not at those of its recording', async () => {
    expect(await find('graph=house&period=1850')).toEqual([oldHouse]);
    expect(await find('graph=house&period=1985')).toEqual([newHouse]);
  });

  it('looks at extended dates alone in a model without classes', async () => {
    expect(await find('graph=photograph&period=1850')).toEqual([oldPhotograph]);
    expect(await find('graph=photograph&period=1985')).toEqual([]);
  });

  it('and its negation add up to all records of all models', async () => {
    expect(await find('period=1850')).toEqual([oldHouse, oldPhotograph]);
    expect(await find('period=!1850')).toEqual([newHouse, undatedPhotograph]);
  });
});

describe('HDS_DATING_NODES', () => {
  beforeAll(async () => {
    vi.stubEnv('HDS_DATING_NODES', 'surveyed,photograph.filed,house.filed');
    await openHouses();
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await service?.close();
  });

  it('names the nodes that alone date the records of their models', async () => {
    expect(await find('period=1850')).toEqual([undatedPhotograph]);
    expect(await find('period=1985')).toEqual([oldHouse, oldPhotograph]);
  });
});
