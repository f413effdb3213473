import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { readRecordTexts } from '../../../../infra/cli/import/resources/read-record-texts.ts';
import { samplePackageFolder } from '../../../../infra/local/sample/paths.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { isUuid, parseNodegroupId } from '../../../../lib/model/ids.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled-graph.ts';
import { compileGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  parseRecordText,
  type ResourceRecord,
} from '../../../../lib/model/resources/resource-record.ts';

/** A resource instance of a file of business data, with its model. */
export type RealResource = {
  readonly graph: CompiledGraph;
  readonly resourceId: string;
  readonly tiles: readonly StoredTile[];
};

function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The models with an ontology in these files, by id. */
function graphsIn(files: readonly string[]): ReadonlyMap<string, CompiledGraph> {
  return new Map(
    files
      .flatMap((file) => readGraphDocument(parseLossless(textOf(file))).graphs)
      .map((graph) => [graph.graphId, compileGraph(graph)] as const)
      .filter(([, { hasOntology }]) => hasOntology),
  );
}

function storedTiles({ tiles }: ResourceRecord): readonly StoredTile[] {
  return tiles.map((tile) => ({
    tileId: tile.tile_id,
    nodegroupId: parseNodegroupId(tile.nodegroup_id),
    parentTileId: tile.parent_tile_id,
    sortOrder: tile.sort_order,
    provisionalEdits: null,
    isProposed: false,
    hasUnreadableDescendants: false,
    data: tile.data,
  }));
}

/**
 * The resource instances of a package whose models have an ontology, each once.
 * @param graphPatterns patterns of files with models
 * @param dataPatterns patterns of files with business data
 */
export async function realResources(
  folder: string,
  graphPatterns: readonly string[],
  dataPatterns: readonly string[],
): Promise<readonly RealResource[]> {
  const filesMatching = (patterns: readonly string[]): readonly string[] =>
    patterns.flatMap((pattern) => globSync(path.join(folder, pattern)).sort());
  const models = graphsIn(filesMatching(graphPatterns));
  const resources = new Map<string, RealResource>();
  for (const file of filesMatching(dataPatterns)) {
    for await (const { text, pointer } of readRecordTexts(file)) {
      const reading = parseRecordText(text, pointer);
      if (!reading.ok) continue;
      const { resource_id: resourceId, graph_id: graphId } = reading.record.resource;
      const graph = models.get(graphId);
      if (graph !== undefined)
        resources.set(resourceId, { graph, resourceId, tiles: storedTiles(reading.record) });
    }
  }
  return [...resources.values()];
}

/** The resource instances of the sample. */
export async function sampleResources(): Promise<readonly RealResource[]> {
  return realResources(samplePackageFolder, ['graphs/resource_models/*'], ['business_data/*.json']);
}

/** Derives the id of a concept from the id of its value. The two ids differ. */
export function conceptOf(valueId: string): string {
  return isUuid(valueId) ? `${valueId.slice(0, -1)}${valueId.endsWith('f') ? '0' : 'f'}` : valueId;
}
