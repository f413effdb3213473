import {
  unproject,
  wgs84,
  type GeographicPosition,
  type TransverseMercator,
} from './transverse-mercator.ts';

/** The letters of bands of 8 degrees from 80° S; X has 12 degrees. */
const bandLetters = 'CDEFGHJKLMNPQRSTUVWX';
/** The letters of columns of 100 km: each zone has eight of them, in turn. */
const columnLetters = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ'];
/** The letters of rows of 100 km, which begin again after 2000 km. In even zones they begin five letters later. */
const rowLetters = 'ABCDEFGHJKLMNPQRSTUV';
const cycle = 2_000_000;

/** A square of 100 km of the Military Grid Reference System. */
export type MilitarySquare = {
  readonly zone: number;
  readonly band: string;
  readonly column: string;
  readonly row: string;
};

/**
 * Converts a position in a square of the Military Grid Reference System (NGA.SIG.0012) into WGS 84, on its ellipsoid. The grid of the poles
 * (bands A, B, Y and Z) is not supported.
 * @param east metres from the west of the square
 * @param north metres from its south
 * @param size of the square around the position, in metres, which may overlap the edge of its zone and band
 * @returns undefined if the zone and band have no such square
 */
export function convertMilitaryGrid(
  { zone, band, column, row }: MilitarySquare,
  east: number,
  north: number,
  size: number,
): GeographicPosition | undefined {
  const bandIndex = bandLetters.indexOf(band);
  const columnIndex = columnLetters[(zone - 1) % 3]?.indexOf(column) ?? -1;
  const rowIndex = rowLetters.indexOf(row);
  if (zone < 1 || zone > 60 || bandIndex < 0 || columnIndex < 0 || rowIndex < 0) return undefined;
  const rowShift = zone % 2 === 0 ? 5 : 0;
  const rowNorth = ((rowIndex - rowShift + 20) % 20) * 100_000 + north;
  const isSouthern = bandIndex < 10;
  const projection = projectionOf(zone, isSouthern);
  // Where the rows begin again is found by the band: a band is less high than their cycle.
  for (let turn = 0; turn < 5; turn += 1) {
    const position = unproject(
      (columnIndex + 1) * 100_000 + east,
      rowNorth + turn * cycle,
      projection,
    );
    if (isNearCell(position, zone, bandIndex, size)) return position;
  }
  return undefined;
}

/** The projection of a zone (Universal Transverse Mercator), with metres from the equator, or from 10,000 km south of it. */
function projectionOf(zone: number, isSouthern: boolean): TransverseMercator {
  return {
    ellipsoid: wgs84,
    scale: 0.9996,
    latitude: 0,
    longitude: zone * 6 - 183,
    east: 500_000,
    north: isSouthern ? 10_000_000 : 0,
  };
}

/** Whether a square around a position can overlap a zone and band. Zones 31 to 37 of Norway and Svalbard are up to 12 degrees wide. */
function isNearCell(
  { longitude, latitude }: GeographicPosition,
  zone: number,
  bandIndex: number,
  size: number,
): boolean {
  const south = bandIndex * 8 - 80;
  const north = bandLetters[bandIndex] === 'X' ? 84 : south + 8;
  const margin = size / 2 / 111_000;
  const isWideZone = south >= 56 && zone >= 31 && zone <= 37;
  const width = 3 + (isWideZone ? 3 : 0) + margin / Math.cos((latitude * Math.PI) / 180);
  return (
    latitude >= south - margin &&
    latitude <= north + margin &&
    Math.abs(longitude - (zone * 6 - 183)) <= width
  );
}
