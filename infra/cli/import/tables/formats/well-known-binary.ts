import {
  geometryTypeOf,
  type GeometryType,
} from '../../../../../lib/model/tables/flat-geometry.ts';
import type { JsonObject } from '../../../../../lib/model/datatypes/values/json-values.ts';

/** Bytes that are no well-known binary. */
export class InvalidBinaryError extends Error {
  readonly code = 'not_a_geometry';
}

const deepestCollection = 32;

/**
 * Reads well-known binary (OGC 06-103r4, section 8; ISO 13249-3), also that of PostGIS, as GeoJSON. Measures are left out.
 * @throws InvalidBinaryError for anything else, such as a curve
 */
export function readWellKnownBinary(bytes: Uint8Array): JsonObject {
  try {
    return new BinaryReader(bytes).readGeometry(0);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InvalidBinaryError('The geometry is cut off.', { cause: error });
  }
}

type Shape = { readonly hasHeight: boolean; readonly hasMeasure: boolean };

class BinaryReader {
  readonly #view: DataView;
  #offset = 0;
  #isLittleEndian = true;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  readGeometry(depth: number): JsonObject {
    if (depth > deepestCollection) throw new InvalidBinaryError('The geometry is nested too deep.');
    this.#isLittleEndian = this.#view.getUint8(this.#offset) === 1;
    this.#offset += 1;
    const number = this.#readUint32();
    const isExtended = (bit: number): boolean => (number & bit) !== 0;
    const base = number & 0x0fff_ffff;
    const series = Math.floor(base / 1000);
    const shape = {
      hasHeight: isExtended(0x8000_0000) || series === 1 || series === 3,
      hasMeasure: isExtended(0x4000_0000) || series === 2 || series === 3,
    };
    if (isExtended(0x2000_0000)) this.#offset += 4;
    const type = geometryTypeOf(base % 1000);
    if (type === undefined)
      throw new InvalidBinaryError(
        `The geometry is of the kind ${base % 1000}, which is no point, line or area.`,
      );
    return type === 'GeometryCollection'
      ? { type, geometries: this.#readList(() => this.readGeometry(depth + 1)) }
      : { type, coordinates: this.#readCoordinates(type, shape, depth) };
  }

  #readCoordinates(type: GeometryType, shape: Shape, depth: number): readonly unknown[] {
    const readPositions = (): readonly unknown[] => this.#readList(() => this.#readPosition(shape));
    switch (type) {
      case 'Point':
        return this.#readPosition(shape);
      case 'LineString':
        return readPositions();
      case 'Polygon':
        return this.#readList(readPositions);
      default:
        return this.#readList(() => this.readGeometry(depth + 1)['coordinates']);
    }
  }

  #readPosition({ hasHeight, hasMeasure }: Shape): readonly number[] {
    const position = [this.#readDouble(), this.#readDouble()];
    if (hasHeight) position.push(this.#readDouble());
    if (hasMeasure) this.#readDouble();
    return position;
  }

  #readList<Item>(readItem: () => Item): readonly Item[] {
    const count = this.#readUint32();
    const items: Item[] = [];
    // A damaged count ends with the bytes.
    for (let index = 0; index < count; index += 1) items.push(readItem());
    return items;
  }

  #readUint32(): number {
    this.#offset += 4;
    return this.#view.getUint32(this.#offset - 4, this.#isLittleEndian);
  }

  #readDouble(): number {
    this.#offset += 8;
    return this.#view.getFloat64(this.#offset - 8, this.#isLittleEndian);
  }
}
