import { isUuid, type GraphId } from '../../../../../lib/model/ids.ts';
import { parseRecordValue } from '../../../../../lib/model/resources/resource-record.ts';
import type { BuiltTile } from '../../csv/build-tiles.ts';
import { nothingOmitted } from '../../resources/omit-parts.ts';
import type { CheckCandidate, SalvageResult } from '../../resources/salvage.ts';

/** The record of rows. */
type RecordOfRows = {
  /** Its id, or its id in another system. */
  readonly key: string;
  readonly resourceId: string;
  readonly graphId: GraphId;
  /** The number of its first row. */
  readonly rowNumber: number;
};

/** Makes the record of rows from their tiles, and checks it. */
export function checkRows(
  { key, resourceId, graphId, rowNumber }: RecordOfRows,
  tiles: readonly BuiltTile[],
  check: CheckCandidate,
): SalvageResult {
  const pointer = `/${rowNumber - 1}`;
  const resourceinstance = {
    resourceinstanceid: resourceId,
    graph_id: graphId,
    // With null, a stored legacy id is kept.
    legacyid: isUuid(key) ? null : key,
  };
  const parsed = parseRecordValue({ resourceinstance, tiles }, pointer);
  if (!parsed.ok)
    return { candidate: undefined, problems: parsed.problems, omitted: nothingOmitted };
  const { record, without } = parsed;
  return check({
    record,
    without,
    pointer,
    positions: [...record.tiles.keys()],
    // A table may have only some columns, so values that a tile lacks are not removed from the stored tile.
    partialTileIds: new Set(record.tiles.map(({ tile_id: id }) => id)),
    replacingTileIds: new Set(),
  });
}
