import type { Transaction } from '../../../../lib/data-api/client.ts';
import { toJsonbForm } from '../../../../lib/json/jsonb-form.ts';
import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import { isObject, type JsonObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { parseTileId, type TileId } from '../../../../lib/model/ids.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { readStoredTiles, type DifferingTile } from './queries/stored-records.ts';
import { importWarning } from '../import-problems.ts';
import { readInBatches } from '../run-in-batches.ts';
import { toFilePointers } from './salvage.ts';
import type { FileRecord } from './file-record.ts';

const tilesPerStatement = 1000;

/**
 * Keeps the stored proposals of tiles: an import adds those of other authors, and replaces or removes none. It warns of those that the file
 * has otherwise, or of which it says that there are none. A file that says nothing about proposals keeps them without a warning.
 * @rule Imports and exports: What does an import do with stored proposals?
 * @param replaces whether what a file says about proposals counts instead
 * @returns the records with the proposals that their tiles will have, and which of these tiles are written because of them
 */
export async function keepStoredProposals(
  { execute }: Transaction,
  records: readonly FileRecord[],
  differingTiles: readonly DifferingTile[],
  replaces: boolean,
) {
  const ids = differingTiles.flatMap(({ tileId, hasOtherProposals }) =>
    hasOtherProposals ? [parseTileId(tileId)] : [],
  );
  const differences = new Map<string, 'update'>();
  if (ids.length === 0) return { records, differences, problems: [] };
  const rows = await readInBatches(execute, ids, tilesPerStatement, readStoredTiles);
  const storedProposals = new Map(
    rows.map(({ tileId, provisionalEdits }) => [tileId, provisionalEdits] as const),
  );
  const problems: Problem[] = [];
  const keep = (tile: TileRow, index: number, record: FileRecord): TileRow => {
    const stored = storedProposals.get(tile.tile_id);
    if (!isObject(stored)) return tile;
    const isSilent = record.without.proposals.has(tile.tile_id);
    if (replaces && !isSilent) {
      differences.set(tile.tile_id, 'update');
      return tile;
    }
    const proposals = isObject(tile.provisional_edits) ? tile.provisional_edits : {};
    if (Object.keys(proposals).some((author) => !Object.hasOwn(stored, author)))
      differences.set(tile.tile_id, 'update');
    if (!isSilent && !hasProposals(proposals, stored))
      problems.push(...toFilePointers(record, [makeKeptWarning(record, tile.tile_id, index)]));
    return { ...tile, provisional_edits: { ...proposals, ...stored } };
  };
  const changedRecords = records.map((record) =>
    record.tiles.some(({ tile_id: id }) => storedProposals.has(id))
      ? { ...record, tiles: record.tiles.map((tile, index) => keep(tile, index, record)) }
      : record,
  );
  return { records: changedRecords, differences, problems };
}

/** Whether proposals include all stored ones. */
function hasProposals(proposals: JsonObject, stored: JsonObject): boolean {
  return Object.entries(stored).every(([author, edit]) =>
    isEqualValue(toJsonbForm(proposals[author]), edit),
  );
}

function makeKeptWarning({ resource }: FileRecord, tileId: TileId, index: number): Problem {
  const message = `Proposals for tile ${tileId} wait for a reviewer, and are not in the file as they are stored. They are kept. Review them, or import with --replace-proposals.`;
  return importWarning('proposals_kept', message, {
    pointer: jsonPointer(['tiles', index, 'provisionaledits']),
    record: resource.resource_id,
  });
}
