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

/** The random source, and what the values of a record can refer to. */
type Things = {
  readonly draw: Draw;
  readonly conceptValues: ConceptValues;
  /** The ids of the records of models; of all models if these models have none. */
  readonly recordsOf: (graphIds: readonly unknown[]) => readonly string[];
};

/** The number of records of a model. The first one is complete; the others lack values. */
const recordsOfModel = 3;

/** After this number of tiles, each nodegroup gets one tile per parent. */
const manyTiles = 60;

/** An id with the prefix of the model's id. @param number with at most twelve digits */
const idLike = (graphId: string, number: number): string =>
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
    repeat(recordsOfModel, (record) => idLike(graphId, record));
  const recordsOf: Things['recordsOf'] = (graphIds) => {
    const own = graphs.filter(({ graphId }) => graphIds.includes(graphId));
    return (own.length === 0 ? graphs : own).flatMap(idsOf);
  };
  const records = fc.gen().map((draw) =>
    graphs.flatMap((graph) =>
      idsOf(graph).map((resourceId, record) => ({
        resourceinstance: {
          graph_id: graph.graphId,
          resourceinstanceid: resourceId,
          legacyid: null,
        },
        tiles: tilesOf(graph, { draw, conceptValues, recordsOf }, record),
      })),
    ),
  );
  return fc.sample(records, 1).flat();
}

function tilesOf(graph: CompiledGraph, things: Things, record: number): readonly Tile[] {
  const isFull = record === 0;
  const tiles: Tile[] = [];
  for (const nodegroup of graph.nodegroups) {
    const parents = tiles.filter((tile) => tile.nodegroup_id === nodegroup.parentNodegroupId);
    const places = nodegroup.parentNodegroupId === null ? [null] : parents;
    for (const parent of places) {
      const count = siblings(nodegroup, tiles.length, things, isFull);
      for (let order = 0; order < count; order += 1) {
        tiles.push({
          // The order of the ids is not the order in which the tiles are created.
          tileid: idLike(graph.graphId, record * 100_000 + ((tiles.length * 7919) % 99_991)),
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
      const isEmpty = !isFull && !node.isRequired && onceIn(things.draw, 3);
      tile.data[nodeId] = isEmpty ? null : valueOf(node, tiles, nodes, things);
    }
  }
  return tiles;
}

function siblings(
  { cardinality }: CompiledNodegroup,
  before: number,
  { draw }: Things,
  isFull: boolean,
): number {
  const most = cardinality === 'n' && before < manyTiles ? 2 : 1;
  return isFull ? most : integerBetween(draw, 0, most);
}

/** Draws a stored value of a node; null if there is nothing that it can refer to. */
function valueOf(
  { datatype, config }: CompiledNode,
  tiles: readonly Tile[],
  nodes: ReadonlyMap<unknown, CompiledNode>,
  { draw, conceptValues, recordsOf }: Things,
): unknown {
  const some = (items: readonly unknown[], most: number): readonly unknown[] | null =>
    items.length === 0
      ? null
      : Array.from(new Set(repeat(integerBetween(draw, 1, most), () => pickOne(draw, items))));
  const one = (items: readonly unknown[]): unknown => some(items, 1)?.[0] ?? null;
  const concepts = (): readonly string[] => conceptValues(config['rdmCollection']);
  switch (datatype) {
    case 'concept':
      return one(concepts());
    case 'concept-list':
      return some(concepts(), 3);
    case 'domain-value':
      return one(partsOf(config['options'], 'id'));
    case 'domain-value-list':
      return some(partsOf(config['options'], 'id'), 2);
    case 'resource-instance':
    case 'resource-instance-list': {
      const found = some(
        recordsOf(partsOf(config['graphs'], 'graphid')),
        datatype.endsWith('list') ? 3 : 1,
      );
      return found?.map((resourceId) => reference(resourceId, config)) ?? null;
    }
    case 'node-value': {
      const nodegroupId = nodes.get(config['nodeid'])?.nodegroupId;
      return one(
        tiles.filter((tile) => tile.nodegroup_id === nodegroupId).map(({ tileid }) => tileid),
      );
    }
    case 'file-list':
      return repeat(config['activateMax'] === true ? 1 : integerBetween(draw, 1, 2), () =>
        file(draw),
      );
    default:
      return draw(anyValue, datatype, config);
  }
}

/** One member of each object in a list. */
function partsOf(list: unknown, name: string): readonly unknown[] {
  return Array.isArray(list) ? list.flatMap((one) => (isObject(one) ? [one[name]] : [])) : [];
}

function reference(resourceId: unknown, { graphs }: CompiledNode['config']): unknown {
  const [ontologyProperty = ''] = partsOf(graphs, 'ontologyProperty');
  const [inverseOntologyProperty = ''] = partsOf(graphs, 'inverseOntologyProperty');
  return { resourceId, ontologyProperty, inverseOntologyProperty, resourceXresourceId: '' };
}

const fileIds = '0f000000-0000-4000-8000-000000000000';

function file(draw: Draw): unknown {
  const number = integerBetween(draw, 1, 900_000);
  const fileId = idLike(fileIds, number);
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
