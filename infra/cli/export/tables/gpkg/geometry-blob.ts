import type { Bounds, FlatGeometry } from '../../../../../lib/model/tables/flat-geometry.ts';
import { writeWellKnownBinary } from '../../../../../lib/serializers/tables/well-known-binary.ts';
import { srsId } from './geopackage-schema.ts';

const headerBytes = 40;
/** The first byte is the least significant one, and a box of longitudes and latitudes follows. */
const flags = 0b11;

/** Writes a geometry as a GeoPackage has it: a header with the box around it, then well-known binary (OGC 12-128r18, clause 2.1.3). */
export function writeGeometryBlob(
  geometry: FlatGeometry,
  [west, south, east, north]: Bounds,
): Uint8Array {
  const content = writeWellKnownBinary(geometry);
  const blob = new Uint8Array(headerBytes + content.length);
  const view = new DataView(blob.buffer);
  blob.set([0x47, 0x50, 0, flags]);
  view.setInt32(4, srsId, true);
  [west, east, south, north].forEach((edge, index) => view.setFloat64(8 + index * 8, edge, true));
  blob.set(content, headerBytes);
  return blob;
}
