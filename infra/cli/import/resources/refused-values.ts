import type { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';
import { importError } from '../import-problems.ts';

/**
 * Finds the values of a record that the database refuses, by repeatedly halving the set of values.
 * @param refusal the error of the database for the whole record
 * @param isAccepted whether the database accepts a record; nothing is written
 * @returns an error for each value, with a pointer into the record; one error for the record if no value is the cause
 */
export async function findRefusedValues(
  record: ResourceRecord,
  refusal: DatabaseError,
  isAccepted: (record: ResourceRecord) => Promise<boolean>,
): Promise<readonly Problem[]> {
  const findRefused = async (pointers: readonly string[]): Promise<readonly string[]> => {
    if (await isAccepted(keepOnlyValues(record, pointers))) return [];
    if (pointers.length === 1) return pointers;
    const middle = Math.ceil(pointers.length / 2);
    const inFirstHalf = await findRefused(pointers.slice(0, middle));
    return [...inFirstHalf, ...(await findRefused(pointers.slice(middle)))];
  };
  const makeRefusalError = (pointer: string, subject: string): Problem => {
    const message = `The database refuses the ${subject}: ${refusal.message}`;
    return importError('refused_by_database', message, {
      pointer,
      record: record.resource.resource_id,
    });
  };
  const isAcceptedWithoutValues = await isAccepted(keepOnlyValues(record, []));
  const refusedPointers = isAcceptedWithoutValues
    ? await findRefused(record.tiles.flatMap(listValuePointers))
    : [];
  if (refusedPointers.length === 0) return [makeRefusalError('', 'record')];
  return refusedPointers.map((pointer) => makeRefusalError(pointer, 'value'));
}

/** Lists the pointers to the values of a tile, and to its proposals. */
function listValuePointers({ data, provisional_edits: edits }: TileRow, index: number): string[] {
  const values = Object.keys(data).map((nodeId) => jsonPointer(['tiles', index, 'data', nodeId]));
  return edits === null ? values : [...values, jsonPointer(['tiles', index, 'provisionaledits'])];
}

function keepOnlyValues(record: ResourceRecord, pointers: readonly string[]): ResourceRecord {
  const keptPointers = new Set(pointers);
  const isKept = (...path: readonly PropertyKey[]): boolean =>
    keptPointers.has(jsonPointer(['tiles', ...path]));
  const tiles = record.tiles.map((tile, index): TileRow => ({
    ...tile,
    data: Object.fromEntries(
      Object.entries(tile.data).filter(([nodeId]) => isKept(index, 'data', nodeId)),
    ),
    provisional_edits: isKept(index, 'provisionaledits') ? tile.provisional_edits : null,
  }));
  return { ...record, tiles };
}
