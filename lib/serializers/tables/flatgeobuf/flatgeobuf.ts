import {
  geometryTypes,
  type Bounds,
  type FlatGeometry,
} from '../../../model/tables/flat-geometry.ts';
import type { TypedTable } from '../../../model/tables/spatial-table.ts';
import type { ColumnType } from '../../../model/tables/table-column.ts';
import { createByteWriter } from '../byte-writer.ts';
import type { PlacedRow } from '../placed-row.ts';
import { writeSizedBuffer, type Field, type TableFields } from './flat-buffer.ts';

/** What a FlatGeobuf file of version 3 begins with (https://flatgeobuf.org, specification). */
export const magicBytes = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0);

const columnTypes: Readonly<Record<ColumnType, number>> = {
  boolean: 2,
  number: 10,
  text: 11,
  geometry: 11,
};

const string = (value: string): Field => ({ kind: 'string', value });
const truth = (value: boolean): Field | undefined =>
  value ? { kind: 'uint8', value: 1 } : undefined;

/** What the header says about the features that follow. */
export type FeatureSummary = {
  readonly bounds: Bounds;
  readonly features: number;
  /** Whether every geometry has heights. */
  readonly hasHeights: boolean;
  /** The number of children of each node of the index; 0 without an index. */
  readonly indexNodeSize: number;
};

/**
 * Writes the header.
 * @param summary undefined if nothing is known about the features, so that a file can be written in one go: any number, without an index
 */
export function writeHeader(table: TypedTable, summary: FeatureSummary | undefined): Uint8Array {
  const { bounds, features = 0, hasHeights = false, indexNodeSize = 0 } = summary ?? {};
  const isPlaced = bounds?.every(Number.isFinite) === true;
  const columns = table.columns
    .filter((_, index) => index !== table.geometryIndex)
    .map(({ name, type }): TableFields => [
      string(name),
      { kind: 'uint8', value: columnTypes[type] },
    ]);
  return writeSizedBuffer([
    string(table.name),
    isPlaced ? { kind: 'float64s', value: bounds } : undefined,
    undefined,
    truth(hasHeights),
    undefined,
    undefined,
    undefined,
    { kind: 'tables', value: columns },
    { kind: 'uint64', value: BigInt(features) },
    { kind: 'uint16', value: indexNodeSize },
    { kind: 'table', value: [string('EPSG'), { kind: 'int32', value: 4326 }, string('WGS 84')] },
  ]);
}

/** Writes a row as a feature. */
export function writeFeature({ geometry, cells }: PlacedRow, table: TypedTable): Uint8Array {
  return writeSizedBuffer([
    geometry && { kind: 'table', value: writeGeometry(geometry) },
    { kind: 'bytes', value: writeProperties(cells, table) },
  ]);
}

function writeGeometry({ type, xy, z, ends, parts }: FlatGeometry): TableFields {
  return [
    ends.length > 0 ? { kind: 'uint32s', value: ends } : undefined,
    parts.length > 0 ? undefined : { kind: 'float64s', value: xy },
    z && { kind: 'float64s', value: z },
    undefined,
    undefined,
    undefined,
    { kind: 'uint8', value: geometryTypes[type] },
    parts.length > 0 ? { kind: 'tables', value: parts.map(writeGeometry) } : undefined,
  ];
}

/** The values that are not empty, each after the number of its column. */
function writeProperties(cells: PlacedRow['cells'], { geometryIndex }: TypedTable): Uint8Array {
  const writer = createByteWriter();
  cells
    .filter((_, index) => index !== geometryIndex)
    .forEach((cell, index) => {
      if (cell === null) return;
      writer.uint16(index);
      if (typeof cell === 'boolean') writer.uint8(Number(cell));
      else if (typeof cell === 'number') writer.float64(cell);
      else {
        const bytes = Buffer.from(cell);
        writer.uint32(bytes.length);
        writer.bytes(bytes);
      }
    });
  return writer.written();
}
