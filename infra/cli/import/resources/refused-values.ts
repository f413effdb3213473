import type { DatabaseError } from '../../../../lib/data-api/errors.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import type { ResourceRecord, TileRow } from '../../../../lib/model/resources/resource-record.ts';

/** A value of a tile, or its provisional edits. */
type ValuePlace = { readonly index: number; readonly path: readonly string[] };

const provisionalEdits: readonly string[] = ['provisionaledits'];

/**
 * Finds the values of a record that the database does not take, by halves.
 * @param refusal what the database said of the record
 * @param isTaken whether the database would take a record; nothing is written
 * @returns an error for each, with a pointer into the record; one for the record where no value is to blame
 */
export async function findRefusedValues(
  record: ResourceRecord,
  refusal: DatabaseError,
  isTaken: (record: ResourceRecord) => Promise<boolean>,
): Promise<readonly Problem[]> {
  const refusedAmong = async (places: readonly ValuePlace[]): Promise<readonly ValuePlace[]> => {
    if (await isTaken(withOnly(record, places))) return [];
    if (places.length === 1) return places;
    const middle = Math.ceil(places.length / 2);
    return [
      ...(await refusedAmong(places.slice(0, middle))),
      ...(await refusedAmong(places.slice(middle))),
    ];
  };
  const problem = (pointer: string, subject: string): Problem => ({
    severity: 'error',
    code: 'refused_by_database',
    pointer,
    message: `The database does not take the ${subject}: ${refusal.message}`,
    record: record.resource.resource_id,
  });
  const isValue = await isTaken(withOnly(record, []));
  const refused = isValue ? await refusedAmong(record.tiles.flatMap(placesOf)) : [];
  if (refused.length === 0) return [problem('', 'record')];
  return refused.map(({ index, path }) => problem(jsonPointer(['tiles', index, ...path]), 'value'));
}

function placesOf(
  { data, provisional_edits: edits }: TileRow,
  index: number,
): readonly ValuePlace[] {
  const values = Object.keys(data).map((nodeId) => ({ index, path: ['data', nodeId] }));
  return edits === null ? values : [...values, { index, path: provisionalEdits }];
}

function withOnly(record: ResourceRecord, places: readonly ValuePlace[]): ResourceRecord {
  const kept = new Set(places.map(({ index, path }) => `${index}${jsonPointer(path)}`));
  const tiles = record.tiles.map((tile, index): TileRow => ({
    ...tile,
    data: Object.fromEntries(
      Object.entries(tile.data).filter(([nodeId]) => kept.has(`${index}/data/${nodeId}`)),
    ),
    provisional_edits: kept.has(`${index}/provisionaledits`) ? tile.provisional_edits : null,
  }));
  return { ...record, tiles };
}
