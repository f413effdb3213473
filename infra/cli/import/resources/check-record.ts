import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import { nilUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { importError, importWarning } from '../import-problems.ts';
import { findGeometryWarning } from './geometry-warning.ts';
import type { ModelIndex, ModelsByGraph } from './model-index.ts';

/**
 * Checks a record against its resource model: graph, nodegroups, nodes, parent tiles, cardinalities.
 * A record that names something that does not exist has an error, and is left out. Data that breaks a rule of its model, such as a
 * second tile where one is allowed, gets a warning: it is never discarded here, and its owner has to correct it.
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
  const report: Report = (make, code, path, message) =>
    make(code, message, { pointer: recordPointer + jsonPointer(path), record: resourceId });
  const nilIds = findNilIds(record, report);
  if (nilIds.length > 0) return nilIds;
  if (model === undefined) {
    const message = `Graph ${graphId} is not known. Import its resource model first.`;
    return [report(importError, 'unknown_graph', [], message)];
  }
  if (!model.isResourceModel) {
    const message = `Graph ${model.graphId} is a branch: it has no resource instances.`;
    return [report(importError, 'graph_is_branch', [], message)];
  }
  const tilesById = new Map(record.tiles.map((tile) => [tile.tile_id as string, tile]));
  return [
    ...record.tiles.flatMap((tile, index) => [
      ...checkTile(tile, index, model, resourceId, report),
      ...checkParent(tile, index, model, tilesById, report),
    ]),
    ...findDuplicateTiles(record, report),
    ...checkCardinalities(record, model, report),
  ];
}

type Report = (
  make: typeof importError,
  code: string,
  path: readonly PropertyKey[],
  message: string,
) => Problem;

/** Queries for an invalid id use the nil UUID instead, so nothing must have it. */
function findNilIds({ resource, tiles }: ResourceRecord, report: Report): readonly Problem[] {
  const message = `${nilUuid} is not a valid id. Write another one.`;
  if (resource.resource_id === nilUuid) return [report(importError, 'nil_id', [], message)];
  return tiles.flatMap((tile, index) =>
    tile.tile_id === nilUuid
      ? [report(importError, 'nil_id', ['tiles', index, 'tileid'], message)]
      : [],
  );
}

function checkTile(
  tile: TileRow,
  index: number,
  model: ModelIndex,
  resourceId: string,
  report: Report,
): readonly Problem[] {
  const { tile_id: id, nodegroup_id: nodegroupId } = tile;
  const path = ['tiles', index];
  const problems: Problem[] = [];
  if (tile.resource_id !== resourceId) {
    const message = `Tile ${id} names resource instance ${tile.resource_id}, but is in the record of ${resourceId}.`;
    const memberPath = [...path, 'resourceinstance_id'];
    problems.push(report(importError, 'tile_of_other_resource', memberPath, message));
  }
  if (!model.nodegroups.has(nodegroupId)) {
    const message = `Tile ${id} names nodegroup ${nodegroupId}, which graph ${model.graphId} does not have.`;
    const problem = report(importError, 'unknown_nodegroup', [...path, 'nodegroup_id'], message);
    return [...problems, problem];
  }
  for (const [nodeId, value] of Object.entries(tile.data)) {
    const node = model.nodes.get(nodeId);
    // Paths are made for problems only, because there are millions of values.
    if (node?.nodegroupId === nodegroupId) {
      const message = findGeometryWarning(value, node.datatype);
      if (message === undefined) continue;
      const at = [...path, 'data', nodeId];
      problems.push(report(importWarning, 'not_a_feature_collection', at, message));
      continue;
    }
    const [code, message] =
      node === undefined
        ? [
            'unknown_node',
            `Tile ${id} has a value for node ${nodeId}, which graph ${model.graphId} does not have.`,
          ]
        : [
            'node_of_other_nodegroup',
            `Tile ${id} of nodegroup ${nodegroupId} has a value for node ${nodeId}, which belongs to nodegroup ${node.nodegroupId}.`,
          ];
    problems.push(report(importError, code, [...path, 'data', nodeId], message));
  }
  return problems;
}

function checkParent(
  tile: TileRow,
  index: number,
  { nodegroups }: ModelIndex,
  tiles: ReadonlyMap<string, TileRow>,
  report: Report,
): readonly Problem[] {
  const { tile_id: id, nodegroup_id: nodegroupId, parent_tile_id: parentId } = tile;
  const nodegroup = nodegroups.get(nodegroupId);
  if (nodegroup === undefined) return [];
  const { parentNodegroupId } = nodegroup;
  const path = ['tiles', index, 'parenttile_id'];
  if (parentId === null) {
    if (parentNodegroupId === null) return [];
    const message = `Tile ${id} has no parent tile, though nodegroup ${nodegroupId} is below ${parentNodegroupId}. It is kept as it is.`;
    return [report(importWarning, 'missing_parent_tile', path, message)];
  }
  const parent = tiles.get(parentId);
  if (parent === undefined || parent.nodegroup_id === parentNodegroupId) return [];
  const message = `Tile ${id} has parent tile ${parentId} of nodegroup ${parent.nodegroup_id}, but its nodegroup is below ${parentNodegroupId}. It is kept as it is.`;
  return [report(importWarning, 'unexpected_parent_tile', path, message)];
}

function findDuplicateTiles({ tiles }: ResourceRecord, report: Report): readonly Problem[] {
  const ids = new Set<string>();
  return tiles.flatMap(({ tile_id: id }, index) => {
    const isNew = !ids.has(id);
    ids.add(id);
    if (isNew) return [];
    const message = `Tile ${id} comes twice in the record.`;
    return [report(importError, 'duplicate_tile', ['tiles', index, 'tileid'], message)];
  });
}

function checkCardinalities(
  { tiles, resource }: ResourceRecord,
  model: ModelIndex,
  report: Report,
): readonly Problem[] {
  const groups = Map.groupBy(tiles, (tile) => siblingKey(tile.nodegroup_id, tile.parent_tile_id));
  return [...groups.values()].flatMap((siblings) => {
    const { nodegroup_id: id } = siblings[0] ?? { nodegroup_id: '' };
    const nodegroup = model.nodegroups.get(id);
    if (nodegroup === undefined || siblings.length <= maxTiles(nodegroup)) return [];
    const ids = siblings.map(({ tile_id: tileId }) => tileId).join(', ');
    const message = `Nodegroup ${id} (${nodegroup.name}) has cardinality 1, but resource instance ${resource.resource_id} has ${siblings.length} tiles of it: ${ids}. All are kept.`;
    return [report(importWarning, 'cardinality_exceeded', ['tiles'], message)];
  });
}
