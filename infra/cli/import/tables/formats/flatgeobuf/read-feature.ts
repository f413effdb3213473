import type { JsonObject } from '../../../../../../lib/model/datatypes/values/json-values.ts';
import { geometryTypeOf } from '../../../../../../lib/model/tables/flat-geometry.ts';
import { InvalidBinaryError } from '../well-known-binary.ts';
import type { FileCell } from '../../table-cell.ts';
import type { FlatTable } from './flat-table.ts';

/** A column of a FlatGeobuf file; its type is a number of the specification. */
export type FlatColumn = { readonly name: string; readonly type: number };

/**
 * Reads the geometry of a feature as GeoJSON.
 * @param defaultType the number of the kind of geometries that state none
 * @throws InvalidBinaryError for a curve
 */
export function readGeometry(table: FlatTable, defaultType: number): JsonObject {
  const number = table.uint8(6) || defaultType;
  const type = geometryTypeOf(number);
  if (type === undefined)
    throw new InvalidBinaryError(
      `The geometry is of the kind ${number}, which is no point, line or area.`,
    );
  const parts = table.tables(7);
  if (type === 'GeometryCollection')
    return { type, geometries: parts.map((part) => readGeometry(part, 0)) };
  if (type === 'MultiPolygon')
    return { type, coordinates: parts.map((part) => splitLines(readPositions(part), part)) };
  const positions = readPositions(table);
  if (type === 'Point') return { type, coordinates: positions[0] ?? [] };
  const hasLines = type === 'Polygon' || type === 'MultiLineString';
  return { type, coordinates: hasLines ? splitLines(positions, table) : positions };
}

type Positions = readonly (readonly number[])[];

function readPositions(table: FlatTable): Positions {
  const xy = table.doubles(1);
  const z = table.doubles(2);
  return Array.from({ length: xy.length / 2 }, (_, index) => {
    const height = z[index];
    const position = [xy[2 * index] ?? 0, xy[2 * index + 1] ?? 0];
    return height === undefined ? position : [...position, height];
  });
}

/** Splits positions into lines or rings, which end at the numbers of `ends`; there is one if it is empty. */
function splitLines(positions: Positions, table: FlatTable): readonly Positions[] {
  const ends = table.uint32s(0);
  if (ends.length === 0) return [positions];
  return ends.map((end, index) => positions.slice(ends[index - 1] ?? 0, end));
}

type ReadNumber = (view: DataView, offset: number) => number | bigint;

const numberTypes: ReadonlyMap<number, readonly [bytes: number, read: ReadNumber]> = new Map<
  number,
  readonly [number, ReadNumber]
>([
  [0, [1, (view, offset) => view.getInt8(offset)]],
  [1, [1, (view, offset) => view.getUint8(offset)]],
  [3, [2, (view, offset) => view.getInt16(offset, true)]],
  [4, [2, (view, offset) => view.getUint16(offset, true)]],
  [5, [4, (view, offset) => view.getInt32(offset, true)]],
  [6, [4, (view, offset) => view.getUint32(offset, true)]],
  [7, [8, (view, offset) => view.getBigInt64(offset, true)]],
  [8, [8, (view, offset) => view.getBigUint64(offset, true)]],
  // Seven digits are all that a number of single precision has.
  [9, [4, (view, offset) => Number(view.getFloat32(offset, true).toPrecision(7))]],
  [10, [8, (view, offset) => view.getFloat64(offset, true)]],
]);
const booleanType = 2;
const binaryType = 14;

/** Reads the properties of a feature: each is the number of its column, and its value. @returns cells in the order of the columns */
export function readProperties(
  bytes: Uint8Array,
  columns: readonly FlatColumn[],
): readonly FileCell[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cells = columns.map((): FileCell => '');
  let offset = 0;
  while (offset < bytes.length) {
    const index = view.getUint16(offset, true);
    const type = columns[index]?.type;
    if (type === undefined) throw new RangeError(`no column ${index}`);
    offset += 2;
    const number = numberTypes.get(type);
    if (type === booleanType) {
      cells[index] = view.getUint8(offset) === 0 ? 'false' : 'true';
      offset += 1;
    } else if (number !== undefined) {
      const [size, read] = number;
      cells[index] = String(read(view, offset));
      offset += size;
    } else {
      const length = view.getUint32(offset, true);
      const start = offset + 4;
      if (start + length > bytes.length) throw new RangeError('cut off');
      cells[index] =
        type === binaryType
          ? binaryFault
          : new TextDecoder().decode(bytes.subarray(start, start + length));
      offset = start + length;
    }
  }
  return cells;
}

const binaryFault: FileCell = {
  kind: 'fault',
  code: 'binary_value',
  message: 'The cell has bytes, which no node can have.',
};
