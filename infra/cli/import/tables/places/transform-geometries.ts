import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import { splitIntoBatches } from '../../../../../lib/data-api/split-into-batches.ts';
import { toNumber } from '../../../../../lib/model/datatypes/values/decimal.ts';
import {
  isObject,
  type JsonObject,
} from '../../../../../lib/model/datatypes/values/json-values.ts';
import { wgs84 } from '../mapping/read-srid.ts';
import type { FaultyCell } from '../table-cell.ts';
import { areaOfUse, isWithin } from './areas-of-use.ts';
import { transformPositions } from './queries/transform.ts';

/** A geometry in a reference system. */
export type SystemGeometry = { readonly geometry: JsonObject; readonly srid: number };

/** A geometry in degrees of WGS 84, or why there is none. */
export type DegreesResult =
  | { readonly kind: 'geometry'; readonly geometry: JsonObject }
  | FaultyCell;

/** Limits the result of a statement, which has about fifty bytes for each. */
const positionsPerStatement = 5000;

type Position = readonly [x: number, y: number];

/**
 * Transforms geometries to degrees of WGS 84, with nine decimals, by the database. Those in WGS 84 keep every digit. Heights stay as they are.
 * @rule Imports and exports: How does a geometry in another reference system become degrees?
 * @returns a result for each geometry, in their order
 */
export async function transformGeometries(
  database: Pick<DataApi, 'read'>,
  geometries: readonly SystemGeometry[],
): Promise<readonly DegreesResult[]> {
  const results = new Map<SystemGeometry, DegreesResult>();
  for (const [srid, ofSystem] of Map.groupBy(geometries, ({ srid }) => srid)) {
    const positions = ofSystem.map(({ geometry }) => listPositions(geometry));
    const degrees = await toDegrees(database, positions.flat(), srid);
    let start = 0;
    ofSystem.forEach((item, index) => {
      const end = start + (positions[index]?.length ?? 0);
      const own = degrees.slice(start, end);
      start = end;
      results.set(item, placeGeometry(item, positions[index] ?? [], own));
    });
  }
  return geometries.map((item) => results.get(item) ?? outside(item.srid, undefined));
}

async function toDegrees(
  database: Pick<DataApi, 'read'>,
  positions: readonly Position[],
  srid: number,
): Promise<readonly (Position | null)[]> {
  if (srid === wgs84) return positions;
  const degrees: (Position | null)[] = [];
  for (const batch of splitIntoBatches(positions, positionsPerStatement)) {
    const xs = batch.map(([x]) => x);
    const ys = batch.map(([, y]) => y);
    degrees.push(...(await runQuery(database.read, transformPositions(xs, ys, srid))));
  }
  return degrees;
}

function placeGeometry(
  { geometry, srid }: SystemGeometry,
  positions: readonly Position[],
  degrees: readonly (Position | null)[],
): DegreesResult {
  const area = areaOfUse(srid);
  const index = degrees.findIndex((position) => position === null || !isWithin(position, area));
  if (index !== -1) return outside(srid, positions[index]);
  if (srid === wgs84) return { kind: 'geometry', geometry };
  let next = 0;
  const takeNext = (): Position => {
    next += 1;
    return degrees[next - 1] ?? [Number.NaN, Number.NaN];
  };
  return { kind: 'geometry', geometry: replacePositions(geometry, takeNext) };
}

function outside(srid: number, position: Position | undefined): FaultyCell {
  const place = position === undefined ? 'The geometry' : `${position[0]} ${position[1]}`;
  const message = `${place} is outside of the area of EPSG:${srid}. Correct the coordinates, their order, or the reference system of the mapping.`;
  return { kind: 'fault', code: 'outside_area', message };
}

const isPosition = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= 2 && toNumber(value[0]) !== undefined;

/** Lists the positions of a geometry, depth first. */
function listPositions(value: unknown): readonly Position[] {
  if (isPosition(value))
    return [[toNumber(value[0]) ?? Number.NaN, toNumber(value[1]) ?? Number.NaN]];
  if (Array.isArray(value)) return value.flatMap(listPositions);
  if (!isObject(value)) return [];
  return [...listPositions(value['coordinates']), ...listPositions(value['geometries'])];
}

function replacePositions(geometry: JsonObject, next: () => Position): JsonObject {
  const replace = (value: unknown): unknown => {
    if (isPosition(value)) return [...next(), ...value.slice(2)];
    if (Array.isArray(value)) return value.map(replace);
    return isObject(value) ? replacePositions(value, next) : value;
  };
  const { coordinates, geometries } = geometry;
  return {
    ...geometry,
    ...(coordinates === undefined ? {} : { coordinates: replace(coordinates) }),
    ...(geometries === undefined ? {} : { geometries: replace(geometries) }),
  };
}
