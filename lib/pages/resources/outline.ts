import { html, type Html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';
import type { Bounds } from '../map/map-options.ts';
import {
  isRing,
  linesOfGeometry,
  thinOutLines,
  type Line,
  type Point,
} from './lines-of-geometry.ts';

/** The width of the drawing and its margin, in units of the drawing. */
const width = 320;
const margin = 16;
const maxPoints = 4000;

/** The place of a resource instance: a drawing of its geometries, and where they are. */
export type Outline = {
  /** An SVG with north at the top; undefined for a single point. */
  readonly drawing: Html | undefined;
  readonly bounds: Bounds;
  /** The longitude and latitude of its centre in degrees, with a comma. */
  readonly centre: string;
  /** Its position in words, such as `13.163° S, 72.545° W`. */
  readonly position: string;
};

/**
 * Draws geometries as an outline.
 * @param geometries GeoJSON in degrees
 * @returns undefined if there is nothing to draw
 */
export function drawOutline(geometries: readonly unknown[], words: Words): Outline | undefined {
  const lines = joinAcrossAntimeridian(
    thinOutLines(geometries.flatMap(linesOfGeometry), maxPoints),
  );
  const points = lines.flat();
  if (points.length === 0) return undefined;
  const [west, east] = rangeOf(points.map(([x]) => x));
  const [south, north] = rangeOf(points.map(([, y]) => y));
  const bounds: Bounds = [west, south, east, north];
  const centre: Point = [(west + east) / 2, (south + north) / 2];
  const longitude = centre[0] > 180 ? centre[0] - 360 : centre[0];
  const position = positionText(longitude, centre[1], words);
  const place = { bounds, centre: `${longitude.toFixed(5)},${centre[1].toFixed(5)}`, position };
  if (west === east && south === north) return { drawing: undefined, ...place };
  // A degree of longitude is shorter than a degree of latitude, except at the equator.
  const longitudeScale = Math.max(0.05, Math.cos((centre[1] * Math.PI) / 180));
  const scale = (width - 2 * margin) / Math.max((east - west) * longitudeScale, north - south);
  const height = (north - south) * scale + 2 * margin;
  const project = ([x, y]: Point): Point => [
    round(width / 2 + (x - centre[0]) * longitudeScale * scale),
    round(height / 2 - (y - centre[1]) * scale),
  ];
  const drawing = drawLines(
    lines.map((line) => line.map(project)),
    round(height),
    words,
  );
  return { drawing, ...place };
}

/** Continues western longitudes beyond 180 degrees if this makes the place narrower, as it does across the antimeridian. */
function joinAcrossAntimeridian(lines: readonly Line[]): readonly Line[] {
  const continuedLines = lines.map((line) => line.map(([x, y]): Point => [x < 0 ? x + 360 : x, y]));
  // Adding 360 rounds the longitudes, so equal widths can differ.
  return widthOf(lines) - widthOf(continuedLines) > 1e-6 ? continuedLines : lines;
}

function widthOf(lines: readonly Line[]): number {
  const [west, east] = rangeOf(lines.flat().map(([x]) => x));
  return east - west;
}

/** Draws lines as an SVG. @param lines their coordinates are in units of the drawing */
function drawLines(lines: readonly Line[], height: number, words: Words): Html {
  const pathData = (pathLines: readonly Line[]): string =>
    pathLines.map((line) => `M${line.map((point) => point.join(' ')).join('L')}`).join('');
  const rings = lines.filter(isRing);
  const openLines = lines.filter((line) => line.length > 1 && !isRing(line));
  const points = lines.filter((line) => line.length === 1).flat();
  return html`<svg
    class="outline"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${words.text('place.outline')}"
  >
    ${rings.length > 0 && html`<path d="${pathData(rings)}" />`}
    ${openLines.length > 0 && html`<path class="open" d="${pathData(openLines)}" />`}
    ${points.map(([x, y]) => html`<circle cx="${x}" cy="${y}" r="5" />`)}
  </svg>`;
}

function positionText(longitude: number, latitude: number, words: Words): string {
  const degrees = (number: number): string => Math.abs(number).toFixed(4);
  const latitudeKey = latitude < 0 ? 'place.south' : 'place.north';
  const longitudeKey = longitude < 0 ? 'place.west' : 'place.east';
  return words.list([
    words.text(latitudeKey, { degrees: degrees(latitude) }),
    words.text(longitudeKey, { degrees: degrees(longitude) }),
  ]);
}

function rangeOf(numbers: readonly number[]): readonly [number, number] {
  return numbers.reduce<readonly [number, number]>(
    ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
    [Infinity, -Infinity],
  );
}

const round = (number: number): number => Math.round(number * 10) / 10;
