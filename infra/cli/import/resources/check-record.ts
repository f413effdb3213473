import { maxTiles, siblingKey } from '../../../../lib/model/graphs/cardinality.ts';
import { nilUuid } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { geometryWarning } from './geometry-warning.ts';
import type { ModelIndex, Models } from './model-index.ts';

/**
 * Checks a record against its resource model: graph, nodegroups, nodes, parent tiles, cardinalities.
 * Errors keep the record out, because it names something that is not there; warnings do not: data that breaks a rule of
 * its model, such as a second tile where one is allowed, is the owner's to mend and is never thrown away here.
 * @param models every model that is known
 * @param pointer where the record stands in its file
 */
export function checkRecord(
  record: ResourceRecord,
  models: Models,
  pointer: string,
): readonly Problem[] {
  const model = models.get(record.resource.graph_id);
  const report = reporter(record, pointer);
  const nilIds = nilIdProblems(record, report);
  if (nilIds.length > 0) return nilIds;
  if (model === undefined) {
    const message = `Graph ${record.resource.graph_id} is not known. Import its resource model first.`;
    return [report('error', 'unknown_graph', '', message)];
  }
  if (!model.isResourceModel) {
    const message = `Graph ${model.graphId} is a branch: it has no resource instances.`;
    return [report('error', 'graph_is_branch', '', message)];
  }
  const byId = new Map(record.tiles.map((tile) => [tile.tile_id as string, tile]));
  const problems = record.tiles.flatMap((tile, index) =>
    tileProblems(tile, index, model, byId, record, report),
  );
  return [...problems, ...duplicates(record, report), ...tooMany(record, model, report)];
}

type Report = (
  severity: Problem['severity'],
  code: string,
  pointer: string,
  message: string,
) => Problem;

function reporter(record: ResourceRecord, base: string): Report {
  return (severity, code, pointer, message) => ({
    severity,
    code,
    pointer: base + pointer,
    message,
    record: record.resource.resource_id,
  });
}

/** What has no id that could be one is asked for by the nil UUID: something that had it would be the answer. */
function nilIdProblems({ resource, tiles }: ResourceRecord, report: Report): readonly Problem[] {
  const message = `${nilUuid} is the id of nothing. Write another one.`;
  if (resource.resource_id === nilUuid) return [report('error', 'nil_id', '', message)];
  return tiles.flatMap((tile, index) =>
    tile.tile_id === nilUuid
      ? [report('error', 'nil_id', jsonPointer(['tiles', index, 'tileid']), message)]
      : [],
  );
}

function tileProblems(
  tile: TileRow,
  index: number,
  model: ModelIndex,
  tiles: ReadonlyMap<string, TileRow>,
  record: ResourceRecord,
  report: Report,
): readonly Problem[] {
  const at = `/tiles/${index}`;
  const problems: Problem[] = [];
  if (tile.resource_id !== record.resource.resource_id) {
    const message = `Tile ${tile.tile_id} names resource instance ${tile.resource_id}, but stands under ${record.resource.resource_id}.`;
    problems.push(report('error', 'tile_of_other_resource', `${at}/resourceinstance_id`, message));
  }
  const nodegroup = model.nodegroups.get(tile.nodegroup_id);
  if (nodegroup === undefined) {
    const message = `Tile ${tile.tile_id} names nodegroup ${tile.nodegroup_id}, which graph ${model.graphId} does not have.`;
    return [...problems, report('error', 'unknown_nodegroup', `${at}/nodegroup_id`, message)];
  }
  for (const [nodeId, value] of Object.entries(tile.data)) {
    const node = model.nodes.get(nodeId);
    // Written where something is wrong: there are millions of values.
    const place = (): string => at + jsonPointer(['data', nodeId]);
    if (node?.nodegroupId === tile.nodegroup_id) {
      const message = geometryWarning(value, node.datatype);
      if (message !== undefined)
        problems.push(report('warning', 'not_a_feature_collection', place(), message));
      continue;
    }
    const message =
      node === undefined
        ? `Tile ${tile.tile_id} has a value for node ${nodeId}, which graph ${model.graphId} does not have.`
        : `Tile ${tile.tile_id} of nodegroup ${tile.nodegroup_id} has a value for node ${nodeId}, which belongs to nodegroup ${String(node.nodegroupId)}.`;
    const code = node === undefined ? 'unknown_node' : 'node_of_other_nodegroup';
    problems.push(report('error', code, place(), message));
  }
  const parent = parentProblem(tile, nodegroup.parentNodegroupId, tiles);
  if (parent !== undefined) {
    problems.push(report('warning', parent.code, `${at}/parenttile_id`, parent.message));
  }
  return problems;
}

function parentProblem(
  tile: TileRow,
  parentNodegroupId: string | null,
  tiles: ReadonlyMap<string, TileRow>,
): { readonly code: string; readonly message: string } | undefined {
  if (tile.parent_tile_id === null) {
    if (parentNodegroupId === null) return undefined;
    const message = `Tile ${tile.tile_id} has no parent tile, though nodegroup ${tile.nodegroup_id} is below ${parentNodegroupId}. It is kept as it is.`;
    return { code: 'missing_parent_tile', message };
  }
  const parent = tiles.get(tile.parent_tile_id);
  if (parent === undefined || parent.nodegroup_id === parentNodegroupId) return undefined;
  const message = `Tile ${tile.tile_id} has parent tile ${parent.tile_id} of nodegroup ${parent.nodegroup_id}, but its nodegroup is below ${String(parentNodegroupId)}. It is kept as it is.`;
  return { code: 'unexpected_parent_tile', message };
}

function duplicates(record: ResourceRecord, report: Report): readonly Problem[] {
  const seen = new Set<string>();
  return record.tiles.flatMap((tile, index) => {
    const isNew = !seen.has(tile.tile_id);
    seen.add(tile.tile_id);
    if (isNew) return [];
    const message = `Tile ${tile.tile_id} stands twice in the record.`;
    return [report('error', 'duplicate_tile', jsonPointer(['tiles', index, 'tileid']), message)];
  });
}

function tooMany(record: ResourceRecord, model: ModelIndex, report: Report): readonly Problem[] {
  const groups = Map.groupBy(record.tiles, (tile) =>
    siblingKey(tile.nodegroup_id, tile.parent_tile_id),
  );
  return [...groups.values()].flatMap((tiles) => {
    const [first] = tiles;
    const nodegroup = first && model.nodegroups.get(first.nodegroup_id);
    if (first === undefined || nodegroup === undefined) return [];
    if (tiles.length <= maxTiles(nodegroup)) return [];
    const message =
      `Nodegroup ${first.nodegroup_id} (${nodegroup.name}) has cardinality 1, but resource instance ` +
      `${record.resource.resource_id} has ${tiles.length} tiles of it: ${tiles.map((tile) => tile.tile_id).join(', ')}. All are kept.`;
    return [report('warning', 'cardinality_exceeded', '/tiles', message)];
  });
}
