import { maxBatchBytes } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { toJsonbForm } from '../../../../lib/json/jsonb-form.ts';
import { firstTileData } from '../../../../lib/model/change/recompute-descriptors.ts';
import type { ResourceWrite } from '../../../../lib/model/change/resource-write.ts';
import {
  computeDescriptors,
  collectReferences,
  type ComputedDescriptors,
  type DescriptorInput,
} from '../../../../lib/model/descriptors/compute-descriptors.ts';
import type { NamingModel } from '../../../../lib/model/descriptors/fill-templates.ts';
import type { ResourceId } from '../../../../lib/model/ids.ts';
import {
  findDescriptorInputs,
  findDescriptorSources,
} from '../../../../lib/queries/descriptors/descriptor-inputs.ts';
import type { BatchTurn } from '../batch-turn.ts';
import { writeDescriptors } from '../../../../lib/writing/send-batches.ts';

/**
 * Computes the descriptors of new resource instances before their tiles are stored, so that both are written together.
 * @param models the models, by graph id
 * @param languages languages besides those that are stored, the project's default language first
 * @returns the descriptors by the id of the resource instance, except those of unknown models and those that must be written separately
 */
export async function computeNewDescriptors(
  transaction: Transaction,
  changes: readonly ResourceWrite[],
  models: ReadonlyMap<string, NamingModel>,
  languages: readonly string[],
  turn?: BatchTurn,
): Promise<ReadonlyMap<string, ComputedDescriptors>> {
  const items = changes.flatMap((change) => {
    const model = models.get(change.graphId);
    return model === undefined || change.proposers !== null
      ? []
      : [toDescriptorInput(change, model)];
  });
  const references = collectReferences(items);
  // Names of resource instances of the previous batch can be read only after it is committed.
  if (turn?.isAnyInPrevious(references.resources) === true) await turn.waitToCommit();
  const query = findDescriptorSources(references, languages);
  const descriptors = computeDescriptors(items, await runQuery(transaction.execute, query, 1));
  return new Map([...descriptors].filter(([, texts]) => fitsOneRequest(texts)));
}

/** Returns whether descriptors fit in one request. Those in many languages may not. */
function fitsOneRequest(texts: ComputedDescriptors): boolean {
  return Buffer.byteLength(JSON.stringify(texts)) <= maxBatchBytes;
}

function toDescriptorInput(
  { resourceId, tiles }: ResourceWrite,
  model: NamingModel,
): DescriptorInput {
  const descriptorTiles = tiles
    .filter((tile) => !tile.is_proposed)
    .map((tile) => ({
      tileId: tile.tile_id,
      nodegroupId: tile.nodegroup_id,
      sortOrder: tile.sort_order,
      data: tile.data,
    }));
  const dataByNodegroup = [...firstTileData(model, descriptorTiles)].map(
    ([nodegroupId, data]) => [nodegroupId, toStoredData(data)] as const,
  );
  return { resourceId, model, tiles: new Map(dataByNodegroup) };
}

/** Converts values to their stored form. Descriptors depend on it, for example on its order of languages. */
function toStoredData(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([nodeId, value]) => [nodeId, toJsonbForm(value)] as const),
  );
}

/**
 * Computes and stores the descriptors of stored resource instances, within the transaction that wrote their tiles.
 * Names that depend on them are refreshed afterwards, as after every change.
 * @param languages languages besides those that are stored, the project's default language first
 */
export async function updateStoredDescriptors(
  transaction: Transaction,
  resources: readonly ResourceId[],
  languages: readonly string[],
): Promise<void> {
  const { items, sources } = await runQuery(
    transaction.execute,
    findDescriptorInputs(resources, languages),
    1,
  );
  const descriptors = computeDescriptors(items, sources);
  await writeDescriptors(
    transaction,
    [...descriptors].map(([resourceId, texts]) => ({ resourceId, ...texts })),
  );
}
