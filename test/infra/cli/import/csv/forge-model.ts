import { id, millModel } from './mill-model.ts';

const withArea = {
  ...millModel,
  name: { en: 'Forges' },
  nodes: [
    ...millModel.nodes,
    {
      nodeid: id(13),
      name: 'Area',
      datatype: 'geojson-feature-collection',
      nodegroup_id: id(13),
      istopnode: false,
      graph_id: id(1),
      config: {},
    },
  ],
  edges: [...millModel.edges, { edgeid: id(113), domainnode_id: id(2), rangenode_id: id(13) }],
  nodegroups: [
    ...millModel.nodegroups,
    { nodegroupid: id(13), parentnodegroup_id: null, cardinality: 'n' },
  ],
};

const toForgeIds = (text: string): string => text.replaceAll('00000000-', 'ffffffff-');

/** The model of mills as one of forges, in the form of releases whose texts have languages. They also have an area. */
export const forgeModel: unknown = JSON.parse(toForgeIds(JSON.stringify(withArea)));

/** The id of a part of the model of forges. */
export const forgeId = (number: number): string => toForgeIds(id(number));
