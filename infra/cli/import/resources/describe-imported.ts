import { requestBytes } from '../../../../lib/data-api/batches.ts';
import type { Transaction } from '../../../../lib/data-api/client.ts';
import { run } from '../../../../lib/data-api/query.ts';
import { asJsonb } from '../../../../lib/json/as-jsonb.ts';
import { firstTiles } from '../../../../lib/model/change/descriptors-after.ts';
import type { ResourceChange } from '../../../../lib/model/change/resource-change.ts';
import {
  describeAll,
  referencesIn,
  type Described,
  type ToDescribe,
} from '../../../../lib/model/descriptors/describe.ts';
import type { NamingModel } from '../../../../lib/model/descriptors/descriptors.ts';
import type { ResourceId } from '../../../../lib/model/ids.ts';
import { namingOf, namingSourcesOf } from '../../../../lib/queries/descriptors/naming.ts';
import type { Turn } from './turn.ts';
import { sendTexts } from '../../../../lib/writing/send-lists.ts';

/**
 * Computes the texts about resource instances that are to be created, of their tiles as they are going to be stored. So they are written
 * once, with their texts.
 * @param models by graph id
 * @param languages those that texts are known to be in, besides the stored ones
 * @returns by resource id; absent are those that have to be written apart, and those whose model is not known
 */
export async function describeNew(
  transaction: Transaction,
  changes: readonly ResourceChange[],
  models: ReadonlyMap<string, NamingModel>,
  languages: readonly string[],
  turn?: Turn,
): Promise<ReadonlyMap<string, Described>> {
  const items = changes.flatMap((change) => {
    const model = models.get(change.graphId);
    return model === undefined || change.proposers !== null ? [] : [toDescribe(change, model)];
  });
  const references = referencesIn(items);
  // The names of others are read once they are stored.
  if (turn?.isAhead(references.resources) === true) await turn.mayCommit();
  const query = namingSourcesOf(references, languages);
  const described = describeAll(items, await run(transaction.execute, query, 1));
  return new Map([...described].filter(([, texts]) => fitsOneRequest(texts)));
}

/** Texts in many languages may be larger than a request. */
function fitsOneRequest(texts: Described): boolean {
  return Buffer.byteLength(JSON.stringify(texts)) <= requestBytes;
}

function toDescribe({ resourceId, tiles }: ResourceChange, model: NamingModel): ToDescribe {
  const placed = tiles
    .filter((tile) => !tile.is_proposed)
    .map((tile) => ({
      tileId: tile.tile_id,
      nodegroupId: tile.nodegroup_id,
      sortOrder: tile.sort_order,
      data: tile.data,
    }));
  const stored = [...firstTiles(model, placed)].map(
    ([nodegroupId, data]) => [nodegroupId, storedData(data)] as const,
  );
  return { resourceId, model, tiles: new Map(stored) };
}

/** A text may show a value as it is stored, or in the first of the languages that are stored. */
function storedData(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(data).map(([nodeId, value]) => [nodeId, asJsonb(value)] as const),
  );
}

/**
 * Computes the texts about resource instances from what is stored and stores them, within the transaction that wrote their tiles.
 * The names of others follow afterwards, as those of every change.
 * @param languages those that texts are known to be in, besides the stored ones
 */
export async function describeImported(
  transaction: Transaction,
  resources: readonly ResourceId[],
  languages: readonly string[],
): Promise<void> {
  const { items, sources } = await run(transaction.execute, namingOf(resources, languages), 1);
  const described = describeAll(items, sources);
  await sendTexts(
    transaction,
    [...described].map(([resourceId, texts]) => ({ resourceId, ...texts })),
  );
}
