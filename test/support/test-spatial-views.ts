import { randomUUID } from 'node:crypto';

import { insertSpatialView } from '../../lib/queries/spatial-views/write-view.ts';
import { queryColumn } from './sample.ts';
import type { TestService } from './service.ts';

/** Nodes of the places of the sample. */
export const placeNodes = {
  geometry: 'da7b73f0-d049-572d-ac5e-ec0da7edfafc',
  name: 'db6e8558-7e6b-5733-91ec-581d8bf79c0e',
  placeType: '0643d809-fd90-5707-916d-69a1314dc8e9',
  countryName: 'c5287a7b-68e0-5f69-a2cc-99ef14d08796',
  constructionDate: '99ac7630-fe66-5397-9e0b-2a4e0ca6ac1f',
  contributor: '5166becc-c6e8-5e43-9d5f-9adc8b0975ad',
  worldHeritageNumber: 'b10a2fdc-ad6f-53a4-a287-0564cb337a1d',
  inscribed: '16e9e956-f56c-590b-9b04-04b3fd5bd2f3',
  isPart: '1e48ed07-c6ee-50b8-bc05-170e08bc315c',
  webPage: 'f93763d5-b6f2-580d-a680-0c7ddf746ef2',
  dimensionValue: '982e7170-8823-5a1e-99d0-8e2aeb995953',
  riskLevel: '2591ba36-df4c-5770-b7f7-7b77ac30845e',
} as const;

export type TestSpatialView = {
  readonly slug: string;
  readonly nodes: readonly string[];
  readonly geometryNode?: string;
  readonly language?: string;
  readonly isActive?: boolean;
  readonly isMixed?: boolean;
};

/** Adds a spatial view, by default of the places of the sample. The names of its columns are the aliases of its nodes. */
export async function addTestSpatialView(
  { stack }: Pick<TestService, 'stack'>,
  {
    slug,
    nodes,
    geometryNode,
    language = 'en-US',
    isActive = true,
    isMixed = true,
  }: TestSpatialView,
): Promise<void> {
  const spatialViewId = randomUUID();
  const view = {
    spatialViewId,
    slug,
    schema: 'public',
    description: `The layer ${slug}`,
    geometryNodeId: geometryNode ?? placeNodes.geometry,
    language,
    isActive,
    isMixedGeometryTypes: isMixed,
    attributeNodes: nodes.map((nodeid) => ({ nodeid, description: 'A column' })),
  };
  await stack.dataApi.write(insertSpatialView(view, 3857));
}

/** The nodes of the places of the sample that can be columns. */
export async function listPlaceColumnNodes(service: TestService): Promise<readonly string[]> {
  return queryColumn(
    service,
    `select n.node_id::text
from node n
join node g on g.graph_id = n.graph_id
where g.node_id = '${placeNodes.geometry}'
  and n.holds is distinct from 'nothing'
  and n.holds is distinct from 'geometry'
order by n.model_position`,
  );
}
