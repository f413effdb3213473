import { maxRequestBytes } from '../../../../lib/data-api/split-into-batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { toJsonbForm } from '../../../../lib/json/jsonb-form.ts';
import { firstTileData } from '../../../../lib/model/change/recompute-descriptors.ts';
import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
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
import { sendDescriptors } from '../../../../lib/writing/send-batches.ts';

/**
 * Computes the texts about resource instances that are to be created, of their tiles as they are going to be stored. So they are written
 * once, with their texts.
 * @param models by graph id
 * @param languages those that texts are known to be in, besides the stored ones
 * @returns by resource id; absent are those that have to be written apart, and those whose model is not known
 */
export async function describeNewResources(
  transaction: Transaction,
  changes: readonly ResourceChange[],
  models: ReadonlyMap<string, NamingModel>,
  languages: readonly string[],
  turn?: BatchTurn,
): Promise<ReadonlyMap<string, ComputedDescriptors>> {
  const items = changes.flatMap((change) => {
    const model = models.get(change.graphId);
    return model === undefined || change.proposers !== null ? [] : [toDescribe(change, model)];
  });
  const references = collectReferences(items);
  // The names of others are read once they are stored.
  if (turn?.isInPrevious(references.resources) === true) await turn.waitToCommit();
  const query = findDescriptorSources(references, languages);
  const described = computeDescriptors(items, await runQuery(transaction.execute, query, 1));
  return new Map([...described].filter(([, texts]) => fitsOneRequest(texts)));
}

/** Texts in many languages may be larger than a request. */
function fitsOneRequest(texts: ComputedDescriptors): boolean {
  return Buffer.byteLength(JSON.stringify(texts)) <= maxRequestBytes;
}

function toDescribe({ resourceId, tiles }: ResourceChange, model: NamingModel): DescriptorInput {
  const placed = tiles
    .filter((tile) => !tile.is_proposed)
    .map((tile) => ({
      tileId: tile.tile_id,
      nodegroupId: tile.nodegroup_id,
      sortOrder: tile.sort_order,
      data: tile.data,
    }));
  const stored = [...firstTileData(model, placed)].map(
    ([nodegroupId, data]) => [nodegroupId, storedData(data)] as const,
  );
  return { resourceId, model, tiles: new Map(stored) };
}

/** A text may show a value as it is stored, or in the first of the languages that are stored. */
function storedData(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([nodeId, value]) => [nodeId, toJsonbForm(value)] as const),
  );
}

/**
 * Computes the texts about resource instances from what is stored and stores them, within the transaction that wrote their tiles.
 * The names of others follow afterwards, as those of every change.
 * @param languages those that texts are known to be in, besides the stored ones
 */
export async function describeStoredResources(
  transaction: Transaction,
  resources: readonly ResourceId[],
  languages: readonly string[],
): Promise<void> {
  const { items, sources } = await runQuery(
    transaction.execute,
    findDescriptorInputs(resources, languages),
    1,
  );
  const described = computeDescriptors(items, sources);
  await sendDescriptors(
    transaction,
    [...described].map(([resourceId, texts]) => ({ resourceId, ...texts })),
  );
}
