import fc from 'fast-check';

import type {
  CompiledGraph,
  CompiledNode,
  CompiledNodegroup,
} from '../../lib/model/graphs/compiled-graph.ts';
import { isObject } from '../../lib/model/datatypes/values/json-values.ts';
import { pickOne, integerBetween, onceIn, repeat, type Draw } from './random/draw.ts';
import { anyValue } from '../lib/json-ld/random/values.ts';

/** Returns the values of the concepts of a collection. */
export type ConceptValues = (collection: unknown) => readonly string[];

type Tile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  readonly sortorder: number;
  readonly data: Record<string, unknown>;
};

/** A record in `resources` of a file of business data. */
export type GeneratedRecord = {
  readonly resourceinstance: Readonly<Record<string, unknown>>;
  readonly tiles: readonly Tile[];
};

/** The random source, and the concepts and records that values can refer to. */
type RecordSource = {
  readonly draw: Draw;
  readonly conceptValues: ConceptValues;
  /** Lists the ids of the records of these models, or of all models if none of these models exists. */
  readonly listRecordIds: (graphIds: readonly unknown[]) => readonly string[];
};

/** The number of records of a model. The first one is complete; the others lack values. */
const recordCount = 3;

/** When a record has this number of tiles, further nodegroups get at most one tile per parent. */
const singleTileThreshold = 60;

/** An id with the prefix of the model's id. @param number with at most twelve digits */
const idWithPrefix = (graphId: string, number: number): string =>
  `${graphId.slice(0, 24)}${String(number).padStart(12, '0')}`;

/**
 * Generates business data for models. The records are the same at every call. The first record of each model has all nodegroups, and a value
 * of every node that can have one.
 */
export function generateRecords(
  graphs: readonly CompiledGraph[],
  conceptValues: ConceptValues,
): readonly GeneratedRecord[] {
  const idsOf = ({ graphId }: CompiledGraph): readonly string[] =>
    repeat(recordCount, (recordNumber) => idWithPrefix(graphId, recordNumber));
  const listRecordIds: RecordSource['listRecordIds'] = (graphIds) => {
    const referableGraphs = graphs.filter(({ graphId }) => graphIds.includes(graphId));
    return (referableGraphs.length === 0 ? graphs : referableGraphs).flatMap(idsOf);
  };
  const records = fc.gen().map((draw) =>
    graphs.flatMap((graph) =>
      idsOf(graph).map((resourceId, recordNumber) => ({
        resourceinstance: {
          graph_id: graph.graphId,
          resourceinstanceid: resourceId,
          legacyid: null,
        },
        tiles: generateTiles(graph, { draw, conceptValues, listRecordIds }, recordNumber),
      })),
    ),
  );
  return fc.sample(records, 1).flat();
}

function generateTiles(
  graph: CompiledGraph,
  source: RecordSource,
  recordNumber: number,
): readonly Tile[] {
  const isComplete = recordNumber === 0;
  const tiles: Tile[] = [];
  for (const nodegroup of graph.nodegroups) {
    const parents = tiles.filter((tile) => tile.nodegroup_id === nodegroup.parentNodegroupId);
    const parentTiles = nodegroup.parentNodegroupId === null ? [null] : parents;
    for (const parent of parentTiles) {
      const count = drawTileCount(nodegroup, tiles.length, source, isComplete);
      for (let order = 0; order < count; order += 1) {
        tiles.push({
          // The order of the ids is not the order in which the tiles are created.
          tileid: idWithPrefix(
            graph.graphId,
            recordNumber * 100_000 + ((tiles.length * 7919) % 99_991),
          ),
          nodegroup_id: nodegroup.nodegroupId,
          parenttile_id: parent?.tileid ?? null,
          sortorder: order,
          data: {},
        });
      }
    }
  }
  const nodes = new Map<unknown, CompiledNode>(graph.nodes.map((node) => [node.nodeId, node]));
  const nodegroups = new Map<string, CompiledNodegroup>(
    graph.nodegroups.map((nodegroup) => [nodegroup.nodegroupId, nodegroup]),
  );
  for (const tile of tiles) {
    for (const nodeId of nodegroups.get(tile.nodegroup_id)?.nodeIds ?? []) {
      const node = nodes.get(nodeId);
      if (node === undefined || node.datatype === 'semantic') continue;
      const isEmpty = !isComplete && !node.isRequired && onceIn(source.draw, 3);
      tile.data[nodeId] = isEmpty ? null : drawValue(node, tiles, nodes, source);
    }
  }
  return tiles;
}

function drawTileCount(
  { cardinality }: CompiledNodegroup,
  tileCount: number,
  { draw }: RecordSource,
  isComplete: boolean,
): number {
  const maxCount = cardinality === 'n' && tileCount < singleTileThreshold ? 2 : 1;
  return isComplete ? maxCount : integerBetween(draw, 0, maxCount);
}

/** Draws a stored value of a node; null if there is nothing that it can refer to. */
function drawValue(
  { datatype, config }: CompiledNode,
  tiles: readonly Tile[],
  nodes: ReadonlyMap<unknown, CompiledNode>,
  { draw, conceptValues, listRecordIds }: RecordSource,
): unknown {
  const drawItems = (items: readonly unknown[], maxCount: number): readonly unknown[] | null =>
    items.length === 0
      ? null
      : Array.from(new Set(repeat(integerBetween(draw, 1, maxCount), () => pickOne(draw, items))));
  const drawItem = (items: readonly unknown[]): unknown => drawItems(items, 1)?.[0] ?? null;
  const concepts = (): readonly string[] => conceptValues(config['rdmCollection']);
  switch (datatype) {
    case 'concept':
      return drawItem(concepts());
    case 'concept-list':
      return drawItems(concepts(), 3);
    case 'domain-value':
      return drawItem(listMembers(config['options'], 'id'));
    case 'domain-value-list':
      return drawItems(listMembers(config['options'], 'id'), 2);
    case 'resource-instance':
    case 'resource-instance-list': {
      const resourceIds = drawItems(
        listRecordIds(listMembers(config['graphs'], 'graphid')),
        datatype.endsWith('list') ? 3 : 1,
      );
      return resourceIds?.map((resourceId) => createReference(resourceId, config)) ?? null;
    }
    case 'node-value': {
      const nodegroupId = nodes.get(config['nodeid'])?.nodegroupId;
      return drawItem(
        tiles.filter((tile) => tile.nodegroup_id === nodegroupId).map(({ tileid }) => tileid),
      );
    }
    case 'file-list':
      return repeat(config['activateMax'] === true ? 1 : integerBetween(draw, 1, 2), () =>
        drawFile(draw),
      );
    default:
      return draw(anyValue, datatype, config);
  }
}

/** The values of one member of the objects in a list. */
function listMembers(list: unknown, name: string): readonly unknown[] {
  return Array.isArray(list) ? list.flatMap((item) => (isObject(item) ? [item[name]] : [])) : [];
}

function createReference(resourceId: unknown, { graphs }: CompiledNode['config']): unknown {
  const [ontologyProperty = ''] = listMembers(graphs, 'ontologyProperty');
  const [inverseOntologyProperty = ''] = listMembers(graphs, 'inverseOntologyProperty');
  return { resourceId, ontologyProperty, inverseOntologyProperty, resourceXresourceId: '' };
}

const fileIdPrefix = '0f000000-0000-4000-8000-000000000000';

function drawFile(draw: Draw): unknown {
  const number = integerBetween(draw, 1, 900_000);
  const fileId = idWithPrefix(fileIdPrefix, number);
  const type = pickOne(draw, ['image/jpeg', 'image/png']);
  return {
    name: `picture-${number}.${type.slice('image/'.length)}`,
    type,
    size: number,
    file_id: fileId,
    url: `/files/${fileId}`,
    status: 'uploaded',
    ...(onceIn(draw, 2) ? { lastModified: 1_683_021_600_000 } : { width: 640, height: 480 }),
    altText: { en: { value: 'A picture', direction: 'ltr' } },
  };
}
