import { NAME, TYPE } from '../graphs/example.ts';
import { monument, tile, tileId } from '../monuments.ts';

export const NOWHERE = 'ffffffff-0000-4000-8000-000000000000';
/** The number of a sound resource instance and of its tile. No damaged record has this number. */
export const OTHER = 1;
/** The value that replaces a damaged one in a mended record. */
export const MENDED = 'Mended';

export type Json = Record<string, unknown>;

/** A damaged record. Its tiles have the numbers `at`, `at + 1` and so on. */
export type DamagedRecord = {
  readonly damage: string;
  readonly number: number;
  /** Its JSON, which may be malformed. U+00FF stands for a byte that is never part of UTF-8. */
  readonly text: string;
  /** Its errors: code and pointer. */
  readonly errors: readonly (readonly [code: string, pointer: string])[];
  /** The values of the tiles that are imported, by the id of the tile; undefined if the record is not imported. */
  readonly keptTiles: Readonly<Record<string, unknown>> | undefined;
  /** The damaged tile after mending, if it has sound values besides the damage. */
  readonly mended?: unknown;
};

type Draft = Omit<DamagedRecord, 'number'>;
/** Makes a damaged record. `at` is the number of its first tile. */
export type MakeDraft = (number: number, at: number) => Draft;

export const soundTile = (at: number): Json => tile(at, NAME, { [NAME]: 'Whole' });
export const keptFirstTile = (at: number): Json => ({ [tileId(at)]: { [NAME]: 'Whole' } });
export const keptTwoTiles = (at: number): Json => ({
  ...keptFirstTile(at),
  [tileId(at + 1)]: { [NAME]: 'Sound' },
});
export const mendSecondTile = (at: number): Json =>
  tile(at + 1, NAME, { [NAME]: 'Sound', [TYPE]: MENDED });
export const writeRecordText = (
  number: number,
  at: number,
  ...otherTiles: readonly unknown[]
): string => JSON.stringify(monument(number, [soundTile(at), ...otherTiles]));
