import { findGridSquare } from '../datatypes/bngcentrepoint.ts';
import { convertBritishGrid } from './british-grid.ts';
import { convertMilitaryGrid } from './military-grid.ts';
import type { GeographicPosition } from './transverse-mercator.ts';

/** The centre of the square that a grid reference means, in WGS 84, and the length of its sides in metres. */
export type GridSquare = GeographicPosition & { readonly metres: number };

/**
 * Parses a grid reference of the British National Grid, such as `SU 123 456`, or of the Military Grid Reference System, such as
 * `30U WB 81 71`, in any case, with or without spaces.
 * @returns undefined if the text is none, or the grid has no such square
 */
export function parseGridReference(text: string): GridSquare | undefined {
  const reference = text.trim().toUpperCase();
  const { zone, band, letters, digits } =
    /^(?:(?<zone>\d{1,2})\s*(?<band>[C-X])\s*)?(?<letters>[A-Z]{2})(?<digits>[\d\s]*)$/.exec(
      reference,
    )?.groups ?? {};
  if (letters === undefined || digits === undefined) return undefined;
  const offset = readDigits(digits);
  if (offset === undefined) return undefined;
  const centre =
    zone === undefined || band === undefined
      ? britishCentre(letters, offset)
      : convertMilitaryGrid(
          { zone: Number(zone), band, column: letters.charAt(0), row: letters.charAt(1) },
          offset.east,
          offset.north,
          offset.metres,
        );
  return centre && { ...centre, metres: offset.metres };
}

/** The centre of a square within a square of 100 km, from its south-west corner, and the length of its sides, in metres. */
type Offset = { readonly east: number; readonly north: number; readonly metres: number };

/** Reads one to five digits east and as many north. A space may stand between them, or anywhere if there is more than one. */
function readDigits(text: string): Offset | undefined {
  const groups = text.trim().split(/\s+/);
  const digits = groups.join('');
  const count = digits.length / 2;
  if (!Number.isInteger(count) || count < 1 || count > 5) return undefined;
  if (groups.length === 2 && groups[0]?.length !== count) return undefined;
  const metres = 10 ** (5 - count);
  const middleOf = (number: string): number => (Number(number) + 0.5) * metres;
  return { east: middleOf(digits.slice(0, count)), north: middleOf(digits.slice(count)), metres };
}

function britishCentre(letters: string, offset: Offset): GeographicPosition | undefined {
  const square = findGridSquare(letters);
  return square && convertBritishGrid(square.east + offset.east, square.north + offset.north);
}
