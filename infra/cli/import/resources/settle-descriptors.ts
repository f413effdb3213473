import { inBatches } from '../../../../lib/data-api/batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run } from '../../../../lib/data-api/query.ts';
import type { Labels, References } from '../../../../lib/model/datatypes/datatype.ts';
import {
  computeDescriptors,
  descriptorNodegroups,
  descriptorReferences,
  type DescriptorSource,
  type ReferencedNeeds,
} from '../../../../lib/model/descriptors/descriptors.ts';
import type { CompiledGraph } from '../../../../lib/model/graphs/compiled.ts';
import type { ResourceId } from '../../../../lib/model/ids.ts';
import {
  descriptorTiles,
  labelsFor,
  type DescriptorTile,
  type NamedThings,
} from '../../../../lib/queries/descriptors/descriptors.ts';
import { sendDescriptors } from '../../../../lib/writing/resources/send-descriptors.ts';

/** The models by graph id, and the languages that descriptors are written in. */
export type DescriptorModels = {
  readonly graphs: ReadonlyMap<string, CompiledGraph>;
  readonly languages: readonly string[];
};

// How many names a name may be made of, one through the other.
const rounds = 5;

type Source = {
  readonly graph: CompiledGraph;
  readonly tiles: Map<string, Record<string, unknown>>;
};

/**
 * Computes the descriptors of resource instances from what is stored and stores them, within the transaction that wrote
 * their tiles.
 */
export async function settleDescriptors(
  transaction: Transaction,
  resources: readonly ResourceId[],
  models: DescriptorModels,
): Promise<void> {
  const nodegroups = [...models.graphs.values()].flatMap(descriptorNodegroups);
  if (nodegroups.length === 0 || resources.length === 0) return;
  const tiles = await run(transaction.execute, descriptorTiles(resources, nodegroups), 1);
  let sources = sourcesByResource(tiles, models.graphs);
  const written = new Set<string>(resources);
  // Names that are made of names follow those that they are made of; a circle of names ends with the rounds.
  for (let round = 1; sources.size > 0 && round <= rounds; round += 1) {
    await settle(transaction, sources, models);
    sources = new Map(
      [...sources].filter(([, source]) =>
        referencesOf(source).resources.some((id) => written.has(id)),
      ),
    );
  }
}

function referencesOf({ graph, tiles }: Source): References {
  return descriptorReferences(graph, tiles);
}

async function settle(
  transaction: Transaction,
  sources: ReadonlyMap<string, Source>,
  models: DescriptorModels,
): Promise<void> {
  const references = [...sources.values()].map(referencesOf);
  const valueIds = unique(references.flatMap((found) => found.conceptValues));
  const resourceIds = unique(references.flatMap((found) => found.resources));
  const labels =
    valueIds.length + resourceIds.length === 0
      ? { concepts: [], resources: [] }
      : await run(transaction.execute, labelsFor(valueIds, resourceIds), 1);
  const { texts, needs } = textsOf(labels);
  const descriptors = [...sources].map(
    ([resourceId, { graph, tiles }]) =>
      [
        resourceId,
        computeDescriptors(graph, tiles satisfies DescriptorSource, texts, needs, models.languages),
      ] as const,
  );
  for (const batch of inBatches(descriptors, 200)) {
    await sendDescriptors(transaction, Object.fromEntries(batch));
  }
}

function sourcesByResource(
  tiles: readonly DescriptorTile[],
  graphs: ReadonlyMap<string, CompiledGraph>,
): Map<string, Source> {
  const sources = new Map<string, Source>();
  for (const tile of tiles) {
    const graph = graphs.get(tile.graphId);
    if (graph === undefined) continue;
    const source = sources.get(tile.resourceId) ?? { graph, tiles: new Map() };
    source.tiles.set(tile.nodegroupId, tile.data);
    sources.set(tile.resourceId, source);
  }
  return sources;
}

function textsOf(labels: NamedThings): {
  readonly texts: Labels;
  readonly needs: ReferencedNeeds;
} {
  const concepts = new Map(labels.concepts.map((concept) => [concept.valueId, concept]));
  const names = new Map<string, Record<string, string>>();
  const needs = new Map<string, ReturnType<ReferencedNeeds>>();
  for (const { resourceId, descriptors } of labels.resources) {
    const named = Object.entries(descriptors).flatMap(([language, texts]) =>
      texts['name'] === undefined ? [] : [{ language, name: texts['name'] }],
    );
    // What has no name leaves nothing in a text that its readers would have to be allowed to see.
    if (named.length === 0) continue;
    names.set(
      resourceId,
      Object.fromEntries(named.map(({ language, name }) => [language, name.value])),
    );
    needs.set(resourceId, {
      nodegroups: unique(named.flatMap(({ name }) => name.nodegroups)),
      resources: unique(named.flatMap(({ name }) => name.resources)),
    });
  }
  return {
    texts: {
      conceptValue: (valueId) => concepts.get(valueId),
      resourceName: (resourceId) => names.get(resourceId),
    },
    needs: (resourceId) => needs.get(resourceId) ?? { nodegroups: [], resources: [] },
  };
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)];
}
