import { splitIntoBatches, maxRequestBytes } from '../data-api/split-into-batches.ts';
import type { Transaction } from '../data-api/client.ts';
import { runQuery, type RowsQuery } from '../data-api/query.ts';
import type { TileChange } from '../model/change/resource-change.ts';
import {
  serializeDescriptors,
  updateLockedDescriptors,
  type ResourceDescriptors,
  type DescriptorJson,
} from '../queries/descriptors/store-descriptors.ts';
import { createStagingTable, stageText } from '../queries/staging.ts';
import type { Writer } from '../queries/resources/record-activity.ts';
import {
  tileChangeKinds,
  writeTiles,
  type TileSource,
} from '../queries/resources/write-changes.ts';

/** Tiles that travel together, as one text. */
export type TileBatch<Tile> = {
  readonly tiles: readonly Tile[];
  /** JSON of a list. */
  readonly text: string;
  /** Whether it is one tile that is larger than a request. */
  readonly isStaged: boolean;
};

/** Lists of tiles on their way, those behind the first perhaps not made yet. */
type TileLists<Tile> = Iterable<TileBatch<Tile>> | AsyncIterable<TileBatch<Tile>>;

/** Parts tiles into lists that each fit into a request; one that is larger stands alone. */
export function batchTiles<Tile extends object>(
  tiles: readonly Tile[],
): readonly TileBatch<Tile>[] {
  return [...batchTilesLazily(tiles)];
}

/** The same lists, each made when it is taken. */
export function* batchTilesLazily<Tile extends object>(
  tiles: readonly Tile[],
): Generator<TileBatch<Tile>> {
  let texts: string[] = [];
  let within: Tile[] = [];
  let bytes = 0;
  const take = (): readonly TileBatch<Tile>[] => {
    if (texts.length === 0) return [];
    const list = { tiles: within, text: `[${texts.join(',')}]`, isStaged: false };
    [texts, within, bytes] = [[], [], 0];
    return [list];
  };
  for (const tile of tiles) {
    const text = JSON.stringify(withoutDefaults(tile));
    const size = Buffer.byteLength(text);
    if (bytes + size > maxRequestBytes) yield* take();
    if (size > maxRequestBytes) {
      yield { tiles: [tile], text: `[${text}]`, isStaged: true };
      continue;
    }
    texts.push(text);
    within.push(tile);
    bytes += size;
  }
  yield* take();
}

/** A tile without what is null or false: to the statements that take a list, what is absent is that. */
function withoutDefaults(tile: object): object {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(tile)) {
    if (value !== null && value !== false) kept[key] = value;
  }
  return kept;
}

/** Sends each list with a statement of its own, by way of the staging table where it is larger than a request. @returns what each gives */
export async function sendTileBatches<Tile, Value>(
  transaction: Transaction,
  lists: TileLists<Tile>,
  query: (source: TileSource, tiles: readonly Tile[]) => RowsQuery<Value>,
): Promise<readonly Value[]> {
  const given: Value[] = [];
  let hasStaging = false;
  for await (const { tiles, text, isStaged } of lists) {
    if (isStaged && !hasStaging) await transaction.execute(createStagingTable());
    hasStaging ||= isStaged;
    if (isStaged) for (const slice of stageText(text)) await transaction.execute(slice);
    const source = isStaged ? 'staged' : { text };
    given.push(await runQuery(transaction.execute, query(source, tiles)));
  }
  return given;
}

/** Writes lists of tiles within a change that is open. */
export async function writeTileBatches(
  transaction: Transaction,
  lists: TileLists<TileChange>,
  writer: Writer,
): Promise<void> {
  await sendTileBatches(transaction, lists, (source, tiles) =>
    writeTiles(source, tileChangeKinds(tiles), writer),
  );
}

const textsAtOnce = 200;

/** Stores the texts of resource instances that a transaction has locked. */
export async function sendDescriptors(
  transaction: Transaction,
  texts: readonly ResourceDescriptors[],
): Promise<void> {
  for (const batch of splitIntoBatches(texts, textsAtOnce)) {
    await transaction.execute(
      updateLockedDescriptors(await sendText(transaction, serializeDescriptors(batch))),
    );
  }
}

/** Sends a text ahead, by way of the staging table where it is larger than a request. @returns where a statement finds it */
export async function sendText(transaction: Transaction, text: string): Promise<DescriptorJson> {
  if (Buffer.byteLength(text) <= maxRequestBytes) return { text };
  await transaction.execute(createStagingTable());
  for (const statement of stageText(text)) await transaction.execute(statement);
  return 'staged';
}
