import { geometryTypes, hasHeights, type FlatGeometry } from '../../model/tables/flat-geometry.ts';
import { createByteWriter, type ByteWriter } from './byte-writer.ts';

/** What is added to the number of a kind of geometry with heights (ISO 13249-3). */
const heightOffset = 1000;
const littleEndian = 1;

/** Writes a geometry as well-known binary (OGC 06-103r4, section 8), with heights if every position has one. */
export function writeWellKnownBinary(geometry: FlatGeometry): Uint8Array {
  const writer = createByteWriter();
  writeGeometry(geometry, hasHeights(geometry), writer);
  return writer.written();
}

function writeGeometry(geometry: FlatGeometry, isHigh: boolean, writer: ByteWriter): void {
  const { type, xy, ends, parts } = geometry;
  const positions = xy.length / 2;
  writeType(type, isHigh, writer);
  switch (type) {
    case 'Point':
      writePositions(geometry, 0, 1, isHigh, writer);
      break;
    case 'LineString':
      writer.uint32(positions);
      writePositions(geometry, 0, positions, isHigh, writer);
      break;
    case 'MultiPoint':
      writer.uint32(positions);
      for (let index = 0; index < positions; index += 1) {
        writeType('Point', isHigh, writer);
        writePositions(geometry, index, index + 1, isHigh, writer);
      }
      break;
    case 'Polygon':
    case 'MultiLineString':
      writer.uint32(ends.length);
      ends.forEach((end, index) => {
        const start = ends[index - 1] ?? 0;
        if (type === 'MultiLineString') writeType('LineString', isHigh, writer);
        writer.uint32(end - start);
        writePositions(geometry, start, end, isHigh, writer);
      });
      break;
    default:
      writer.uint32(parts.length);
      for (const part of parts) writeGeometry(part, isHigh, writer);
  }
}

function writeType(type: FlatGeometry['type'], isHigh: boolean, writer: ByteWriter): void {
  writer.uint8(littleEndian);
  writer.uint32(geometryTypes[type] + (isHigh ? heightOffset : 0));
}

function writePositions(
  { xy, z = [] }: FlatGeometry,
  start: number,
  end: number,
  isHigh: boolean,
  writer: ByteWriter,
): void {
  for (let index = start; index < end; index += 1) {
    writer.float64(xy[index * 2] ?? 0);
    writer.float64(xy[index * 2 + 1] ?? 0);
    if (isHigh) writer.float64(z[index] ?? 0);
  }
}
