import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import { nilUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { importError, importWarning } from '../import-problems.ts';
import type { ModelIndex, ModelsByGraph } from './model-index.ts';
import { listValueWarnings } from './value-warnings.ts';

/**
 * Checks a record against its resource model: graph, nodegroups, nodes, parent tiles, cardinalities. A reference to something that does
 * not exist is an error: the record, or a part of it, is left out. Data that breaks a rule of its model, such as a second tile
 * where one is allowed, only gets a warning: it is imported, and its owner has to correct it.
 * @param models all models
 * @param recordPointer the pointer to the record in its file
 */
export function checkRecord(
  record: ResourceRecord,
  models: ModelsByGraph,
  recordPointer: string,
): readonly Problem[] {
  const { resource_id: resourceId, graph_id: graphId } = record.resource;
  const model = models.get(graphId);
  const makeProblem: ProblemMaker = (factory, code, path, message) =>
    factory(code, message, { pointer: recordPointer + jsonPointer(path), record: resourceId });
  const nilIdProblems = findNilIdProblems(record, makeProblem);
  if (nilIdProblems.length > 0) return nilIdProblems;
  if (model === undefined) {
    const message = `Graph ${graphId} is not known. Import its resource model first.`;
    return [makeProblem(importError, 'unknown_graph', [], message)];
  }
  if (!model.isResourceModel) {
    const message = `Graph ${model.graphId} is a branch, which cannot have resource instances. Write the id of a resource model.`;
    return [makeProblem(importError, 'graph_is_branch', [], message)];
  }
  const tilesById = new Map(record.tiles.map((tile) => [tile.tile_id as string, tile]));
  return [
    ...record.tiles.flatMap((tile, index) => [
      ...checkTile(tile, index, model, resourceId, makeProblem),
      ...checkParent(tile, index, model, tilesById, makeProblem),
    ]),
    ...findDuplicateTileProblems(record, makeProblem),
    ...checkCardinalities(record, model, makeProblem),
  ];
}

type ProblemMaker = (
  factory: typeof importError,
  code: string,
  path: readonly PropertyKey[],
  message: string,
) => Problem;

/** Finds nil UUIDs. Queries use the nil UUID in place of invalid ids, so no resource instance or tile may have it. */
function findNilIdProblems(
  { resource, tiles }: ResourceRecord,
  makeProblem: ProblemMaker,
): readonly Problem[] {
  const message = `${nilUuid} is not a valid id. Write another one.`;
  if (resource.resource_id === nilUuid) return [makeProblem(importError, 'nil_id', [], message)];
  return tiles.flatMap((tile, index) =>
    tile.tile_id === nilUuid
      ? [makeProblem(importError, 'nil_id', ['tiles', index, 'tileid'], message)]
      : [],
  );
}

function checkTile(
  tile: TileRow,
  index: number,
  model: ModelIndex,
  resourceId: string,
  makeProblem: ProblemMaker,
): readonly Problem[] {
  const { tile_id: id, nodegroup_id: nodegroupId } = tile;
  const path = ['tiles', index];
  const problems: Problem[] = [];
  if (tile.resource_id !== resourceId) {
    const message = `Tile ${id} belongs to resource instance ${tile.resource_id}, but is in the record of ${resourceId}. Correct one of the two ids.`;
    const memberPath = [...path, 'resourceinstance_id'];
    problems.push(makeProblem(importError, 'tile_of_other_resource', memberPath, message));
  }
  if (!model.nodegroups.has(nodegroupId)) {
    const message = `Tile ${id} belongs to nodegroup ${nodegroupId}, which graph ${model.graphId} does not have. Import the version of the model that has it.`;
    const problem = makeProblem(
      importError,
      'unknown_nodegroup',
      [...path, 'nodegroup_id'],
      message,
    );
    return [...problems, problem];
  }
  for (const [nodeId, value] of Object.entries(tile.data)) {
    const node = model.nodes.get(nodeId);
    // Pointers are made only for values with problems, because there may be millions of values.
    if (node?.nodegroupId === nodegroupId) {
      for (const { code, message } of listValueWarnings(value, node.datatype)) {
        problems.push(makeProblem(importWarning, code, [...path, 'data', nodeId], message));
      }
      continue;
    }
    const [code, message] =
      node === undefined
        ? [
            'unknown_node',
            `Tile ${id} has a value of node ${nodeId}, which graph ${model.graphId} does not have. Import the version of the model that has it.`,
          ]
        : [
            'node_of_other_nodegroup',
            `Tile ${id} of nodegroup ${nodegroupId} has a value of node ${nodeId}, which belongs to nodegroup ${node.nodegroupId}. Move the value to a tile of that nodegroup.`,
          ];
    problems.push(makeProblem(importError, code, [...path, 'data', nodeId], message));
  }
  return problems;
}

function checkParent(
  tile: TileRow,
  index: number,
  { nodegroups }: ModelIndex,
  tiles: ReadonlyMap<string, TileRow>,
  makeProblem: ProblemMaker,
): readonly Problem[] {
  const { tile_id: id, nodegroup_id: nodegroupId, parent_tile_id: parentId } = tile;
  const nodegroup = nodegroups.get(nodegroupId);
  if (nodegroup === undefined) return [];
  const { parentNodegroupId } = nodegroup;
  const path = ['tiles', index, 'parenttile_id'];
  if (parentId === null) {
    if (parentNodegroupId === null) return [];
    const message = `Tile ${id} has no parent tile, although nodegroup ${nodegroupId} is below ${parentNodegroupId}. It is imported unchanged.`;
    return [makeProblem(importWarning, 'missing_parent_tile', path, message)];
  }
  const parent = tiles.get(parentId);
  if (parent === undefined || parent.nodegroup_id === parentNodegroupId) return [];
  const message = `Tile ${id} has parent tile ${parentId} of nodegroup ${parent.nodegroup_id}, but its nodegroup is below ${parentNodegroupId}. It is imported unchanged.`;
  return [makeProblem(importWarning, 'unexpected_parent_tile', path, message)];
}

function findDuplicateTileProblems(
  { tiles }: ResourceRecord,
  makeProblem: ProblemMaker,
): readonly Problem[] {
  const ids = new Set<string>();
  return tiles.flatMap(({ tile_id: id }, index) => {
    const isNew = !ids.has(id);
    ids.add(id);
    if (isNew) return [];
    const message = `The record contains tile ${id} twice. Remove one of the two, or give it another id.`;
    return [makeProblem(importError, 'duplicate_tile', ['tiles', index, 'tileid'], message)];
  });
}

function checkCardinalities(
  { tiles, resource }: ResourceRecord,
  model: ModelIndex,
  makeProblem: ProblemMaker,
): readonly Problem[] {
  const groups = Map.groupBy(tiles, (tile) =>
    siblingKey({ nodegroupId: tile.nodegroup_id, parentTileId: tile.parent_tile_id }),
  );
  return [...groups.values()].flatMap((siblings) => {
    const { nodegroup_id: id } = siblings[0] ?? { nodegroup_id: '' };
    const nodegroup = model.nodegroups.get(id);
    if (nodegroup === undefined || siblings.length <= maxTiles(nodegroup)) return [];
    const ids = siblings.map(({ tile_id: tileId }) => tileId).join(', ');
    const message = `Nodegroup ${id} (${nodegroup.name}) has cardinality 1, but resource instance ${resource.resource_id} has ${siblings.length} tiles of it: ${ids}. All are imported.`;
    return [makeProblem(importWarning, 'cardinality_exceeded', ['tiles'], message)];
  });
}
