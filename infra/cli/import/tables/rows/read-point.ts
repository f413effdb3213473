import { toNumber, parseDecimal } from '../../../../../lib/model/datatypes/values/decimal.ts';
import type { PointColumns } from '../mapping/table-plan.ts';
import { cellText, type FaultyCell, type FileCell } from '../table-cell.ts';
import type { CellPart } from './cell-part.ts';

/** Reads the point of two cells with coordinates. @returns nothing if both are empty */
export function readPoint(
  cells: readonly FileCell[],
  { x, y, srid }: PointColumns,
): readonly CellPart[] {
  const texts = [x, y].map(({ position }) => cellText(cells[position]).trim());
  if (texts.every((text) => text === '')) return [];
  const missing = [x, y].find((_, index) => texts[index] === '');
  if (missing !== undefined)
    return [
      makeFault(
        'half_a_point',
        `The cell of ${JSON.stringify(missing.heading)} is empty: a point needs both coordinates.`,
      ),
    ];
  const numbers = texts.map(parseDecimal);
  const [xNumber, yNumber] = numbers;
  if (toNumber(xNumber) === undefined || toNumber(yNumber) === undefined) {
    const text = texts[numbers.findIndex((number) => number === undefined)] ?? '';
    return [
      makeFault(
        'not_a_number',
        `${JSON.stringify(text)} is no coordinate: write a decimal number, such as 51.5.`,
      ),
    ];
  }
  return [{ kind: 'geometry', srid, geometry: { type: 'Point', coordinates: [xNumber, yNumber] } }];
}

const makeFault = (code: string, message: string): FaultyCell => ({ kind: 'fault', code, message });
