import { requestBytes } from '../../data-api/batches.ts';
import type { Transaction } from '../../data-api/client.ts';
import { run, type RowsQuery } from '../../data-api/query.ts';
import type { TileChange } from '../../model/change/resource-change.ts';
import { createStaging, stage } from '../../queries/staging.ts';
import type { Writer } from '../../queries/resources/record-activity.ts';
import { kindsOf, writeTiles, type TileSource } from '../../queries/resources/write-changes.ts';

/** Tiles that travel together, as one text. */
export type TileList<Tile> = {
  readonly tiles: readonly Tile[];
  /** JSON of a list. */
  readonly text: string;
  /** Whether it is one tile that is larger than a request. */
  readonly isStaged: boolean;
};

/** Parts tiles into lists that each fit into a request; one that is larger stands alone. */
export function tileLists<Tile extends object>(tiles: readonly Tile[]): readonly TileList<Tile>[] {
  const lists: TileList<Tile>[] = [];
  let texts: string[] = [];
  let within: Tile[] = [];
  let bytes = 0;
  const finish = (): void => {
    if (texts.length === 0) return;
    lists.push({ tiles: within, text: `[${texts.join(',')}]`, isStaged: false });
    [texts, within, bytes] = [[], [], 0];
  };
  for (const tile of tiles) {
    const text = JSON.stringify(withoutDefaults(tile));
    const size = Buffer.byteLength(text);
    if (bytes + size > requestBytes) finish();
    if (size > requestBytes) {
      lists.push({ tiles: [tile], text: `[${text}]`, isStaged: true });
      continue;
    }
    texts.push(text);
    within.push(tile);
    bytes += size;
  }
  finish();
  return lists;
}

/** A tile without what is null or false: to the statements that take a list, what is absent is that. */
function withoutDefaults(tile: object): object {
  return Object.fromEntries(
    Object.entries(tile).filter(([, value]) => value !== null && value !== false),
  );
}

/** Sends each list with a statement of its own, by way of the staging table where it is larger than a request. @returns what each gives */
export async function sendTileLists<Tile, Value>(
  transaction: Transaction,
  lists: readonly TileList<Tile>[],
  query: (source: TileSource, tiles: readonly Tile[]) => RowsQuery<Value>,
): Promise<readonly Value[]> {
  const given: Value[] = [];
  if (lists.some(({ isStaged }) => isStaged)) await transaction.execute(createStaging());
  for (const { tiles, text, isStaged } of lists) {
    if (isStaged) for (const slice of stage(text)) await transaction.execute(slice);
    const source = isStaged ? 'staged' : { text };
    given.push(await run(transaction.execute, query(source, tiles)));
  }
  return given;
}

/** Writes lists of tiles within a change that is open. */
export async function writeTileLists(
  transaction: Transaction,
  lists: readonly TileList<TileChange>[],
  writer: Writer,
): Promise<void> {
  await sendTileLists(transaction, lists, (source, tiles) =>
    writeTiles(source, kindsOf(tiles), writer),
  );
}
