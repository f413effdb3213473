import { fitIntoRequest, maxBatchBytes, splitIntoBatches } from '../data-api/split-into-batches.ts';
import type { Transaction } from '../data-api/client.ts';
import { runQuery, type RowsQuery } from '../data-api/query.ts';
import type { TileWrite } from '../model/change/resource-write.ts';
import {
  serializeDescriptors,
  updateLockedDescriptors,
  type ResourceDescriptors,
  type DescriptorJson,
} from '../queries/descriptors/store-descriptors.ts';
import { createStagingTable, stageText } from '../queries/staging.ts';
import type { Writer } from '../queries/history/record-activity.ts';
import type { TileSource } from '../queries/resources/changed-tiles.ts';
import { tileChangeKinds, writeTiles } from '../queries/resources/write-changes.ts';

/** Tiles that are sent together, as one JSON string. */
export type TileBatch<Tile> = {
  readonly tiles: readonly Tile[];
  /** A JSON list. */
  readonly text: string;
  /** Whether the batch is a single tile that exceeds the request limit, and is sent through the staging table. */
  readonly isStaged: boolean;
};

type TileBatches<Tile> = Iterable<TileBatch<Tile>> | AsyncIterable<TileBatch<Tile>>;

/** Groups tiles into batches that fit in a request. A larger tile is a batch of its own. */
export function batchTiles<Tile extends object>(
  tiles: readonly Tile[],
): readonly TileBatch<Tile>[] {
  return [...batchTilesLazily(tiles)];
}

/** Creates the batches of batchTiles() one by one. */
export function* batchTilesLazily<Tile extends object>(
  tiles: readonly Tile[],
): Generator<TileBatch<Tile>> {
  let texts: string[] = [];
  let batch: Tile[] = [];
  let bytes = 0;
  const flush = (): readonly TileBatch<Tile>[] => {
    if (texts.length === 0) return [];
    const fullBatch = { tiles: batch, text: `[${texts.join(',')}]`, isStaged: false };
    [texts, batch, bytes] = [[], [], 0];
    return [fullBatch];
  };
  for (const tile of tiles) {
    const text = JSON.stringify(withoutDefaults(tile));
    const size = Buffer.byteLength(text);
    if (bytes + size > maxBatchBytes) yield* flush();
    if (size > maxBatchBytes) {
      yield { tiles: [tile], text: `[${text}]`, isStaged: true };
      continue;
    }
    texts.push(text);
    batch.push(tile);
    bytes += size;
  }
  yield* flush();
}

/** Removes members with null or false, which the statements use as defaults. */
function withoutDefaults(tile: object): object {
  const members: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(tile)) {
    if (value !== null && value !== false) members[key] = value;
  }
  return members;
}

/**
 * Runs a statement for each batch, which is sent through the staging table if it exceeds the request limit.
 * @returns the result of each statement
 */
export async function sendTileBatches<Tile, Value>(
  transaction: Transaction,
  batches: TileBatches<Tile>,
  query: (source: TileSource, tiles: readonly Tile[]) => RowsQuery<Value>,
): Promise<readonly Value[]> {
  const results: Value[] = [];
  let hasStagingTable = false;
  for await (const { tiles, text, isStaged } of batches) {
    if (isStaged && !hasStagingTable) await transaction.execute(createStagingTable());
    hasStagingTable ||= isStaged;
    if (isStaged) for (const slice of stageText(text)) await transaction.execute(slice);
    const source = isStaged ? 'staged' : { text };
    results.push(await runQuery(transaction.execute, query(source, tiles)));
  }
  return results;
}

/** Writes tile batches, between beginChanges() and endChanges(). */
export async function writeTileBatches(
  transaction: Transaction,
  batches: TileBatches<TileWrite>,
  writer: Writer,
): Promise<void> {
  await sendTileBatches(transaction, batches, (source, tiles) =>
    writeTiles(source, tileChangeKinds(tiles), writer),
  );
}

const maxDescriptorsPerStatement = 200;

/** Stores descriptors of resource instances that the transaction has locked. */
export async function writeDescriptors(
  transaction: Transaction,
  descriptors: readonly ResourceDescriptors[],
): Promise<void> {
  for (const batch of splitIntoBatches(descriptors, maxDescriptorsPerStatement)) {
    await transaction.execute(
      updateLockedDescriptors(await stageTextIfTooLarge(transaction, serializeDescriptors(batch))),
    );
  }
}

/**
 * Sends a text through the staging table if it exceeds the request limit.
 * @returns the text, or `staged` if the statement must read it from the staging table
 */
export async function stageTextIfTooLarge(
  transaction: Transaction,
  text: string,
): Promise<DescriptorJson> {
  if (fitIntoRequest(text)) return { text };
  await transaction.execute(createStagingTable());
  for (const statement of stageText(text)) await transaction.execute(statement);
  return 'staged';
}
