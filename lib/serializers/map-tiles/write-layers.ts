import { PbfWriter } from 'pbf';

import { gridSize } from '../../model/map-tiles/map-tile-position.ts';
import type { GridPoint } from '../../model/map-tiles/map-cell.ts';
import type { MapTileProperties } from './map-tile-columns.ts';
import { geometryTypes, type VectorTileGeometry } from './vector-tile-geometries.ts';

/** A feature of a vector tile: its geometries have one type. */
export type VectorTileFeature = {
  readonly id?: number;
  readonly shape: VectorTileGeometry;
  readonly properties: MapTileProperties;
};

type PropertyValue = MapTileProperties[string];

/** A layer, with the index of each key and value that its features have. */
type Layer = {
  readonly name: string;
  readonly features: readonly VectorTileFeature[];
  readonly keys: Map<string, number>;
  readonly values: Map<PropertyValue, number>;
};

/** The numbers of the fields (Mapbox Vector Tile Specification 2.1, section 4 and its schema). */
const vectorTileField = { layer: 3 } as const;
const layerField = { name: 1, feature: 2, key: 3, value: 4, extent: 5, version: 15 } as const;
const featureField = { id: 1, tags: 2, type: 3, geometry: 4 } as const;
const valueField = { string: 1, double: 3, unsigned: 5, signed: 6, boolean: 7 } as const;

/** The commands of a geometry (section 4.3.1). */
const command = { moveTo: 1, lineTo: 2, closePath: 7 } as const;

/**
 * Writes the bytes of a vector tile (Mapbox Vector Tile Specification 2.1).
 * @param layers the features by the name of their layer
 */
export function writeLayers(
  layers: Iterable<readonly [string, readonly VectorTileFeature[]]>,
): Uint8Array {
  const writer = new PbfWriter();
  for (const [name, features] of layers) {
    const layer: Layer = { name, features, keys: new Map(), values: new Map() };
    writer.writeMessage(vectorTileField.layer, writeLayer, layer);
  }
  return writer.finish();
}

function writeLayer({ name, features, ...dictionary }: Layer, writer: PbfWriter): void {
  const { keys, values } = dictionary;
  writer.writeVarintField(layerField.version, 2);
  writer.writeStringField(layerField.name, name);
  writer.writeVarintField(layerField.extent, gridSize);
  for (const { id, shape, properties } of features) {
    const fields = {
      id,
      type: shape.type,
      tags: Object.entries(properties).flatMap(([key, value]) => [
        findOrAddIndex(keys, key),
        findOrAddIndex(values, value),
      ]),
      commands: listCommands(shape),
    };
    writer.writeMessage(layerField.feature, writeFeature, fields);
  }
  for (const key of keys.keys()) writer.writeStringField(layerField.key, key);
  for (const value of values.keys()) writer.writeMessage(layerField.value, writeValue, value);
}

/** Returns the index of a key or value, and adds it if it is new. */
function findOrAddIndex<Member>(indexes: Map<Member, number>, member: Member): number {
  const index = indexes.get(member) ?? indexes.size;
  indexes.set(member, index);
  return index;
}

type FeatureFields = {
  readonly id: number | undefined;
  readonly type: number;
  /** The indexes of keys and values, alternating. */
  readonly tags: number[];
  readonly commands: number[];
};

function writeFeature({ id, type, tags, commands }: FeatureFields, writer: PbfWriter): void {
  if (id !== undefined) writer.writeVarintField(featureField.id, id);
  writer.writePackedVarint(featureField.tags, tags);
  writer.writeVarintField(featureField.type, type);
  writer.writePackedVarint(featureField.geometry, commands);
}

function writeValue(value: PropertyValue, writer: PbfWriter): void {
  if (typeof value === 'string') writer.writeStringField(valueField.string, value);
  else if (typeof value === 'boolean') writer.writeBooleanField(valueField.boolean, value);
  // Signed numbers are written as twice their value, which would lose digits of numbers below -(2 ** 52).
  else if (!Number.isSafeInteger(value) || value < -(2 ** 52))
    writer.writeDoubleField(valueField.double, value);
  else if (value < 0) writer.writeSVarintField(valueField.signed, value);
  else writer.writeVarintField(valueField.unsigned, value);
}

/** Returns the commands of a geometry and their parameters: the differences to the previous point (section 4.3). */
function listCommands({ type, parts }: VectorTileGeometry): number[] {
  const commands: number[] = [];
  let previous: GridPoint = [0, 0];
  const draw = (commandId: number, points: readonly GridPoint[]): void => {
    commands.push((points.length << 3) | commandId);
    for (const point of points) {
      commands.push(zigzagEncode(point[0] - previous[0]), zigzagEncode(point[1] - previous[1]));
      previous = point;
    }
  };
  for (const part of parts) {
    if (type === geometryTypes.point) {
      draw(command.moveTo, part);
      continue;
    }
    draw(command.moveTo, part.slice(0, 1));
    // The command that closes a ring replaces its last point.
    draw(command.lineTo, type === geometryTypes.polygon ? part.slice(1, -1) : part.slice(1));
    if (type === geometryTypes.polygon) commands.push((1 << 3) | command.closePath);
  }
  return commands;
}

/** Encodes a number so that its last bit is the sign, which makes small negative numbers short. */
function zigzagEncode(number: number): number {
  return (number << 1) ^ (number >> 31);
}
