import { nodes } from './building-model.ts';
import { listYears, type ReadTile } from './naive-conditions.ts';
import { buildingId, grid } from './random-buildings.ts';

/** What a caller reads: the tiles of each building. */
export type ReadBuildings = ReadonlyMap<string, readonly ReadTile[]>;

/** A condition that is about no node, and whether a building meets it, computed without the service. */
export type NaiveRecordCondition = {
  readonly name: string;
  readonly sent: string;
  readonly isMet: (id: string, buildings: ReadBuildings) => boolean;
};

type Point = readonly [longitude: number, latitude: number];

function pointsOf(tiles: readonly ReadTile[]): readonly Point[] {
  return tiles.flatMap((tile) => {
    const shape = tile.data[nodes.shape] as
      | { readonly features: readonly { readonly geometry: { readonly coordinates: Point } }[] }
      | null
      | undefined;
    return shape?.features.map(({ geometry }) => geometry.coordinates) ?? [];
  });
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance on a sphere, which differs from that on the ground by less than 0.6 %. */
export function distance([west, south]: Point, [east, north]: Point): number {
  const half =
    Math.sin(radians(north - south) / 2) ** 2 +
    Math.cos(radians(south)) * Math.cos(radians(north)) * Math.sin(radians(east - west) / 2) ** 2;
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(half));
}

const middle: Point = [grid.west + 3 * grid.step, grid.south + 3 * grid.step];

/** No two points of the grid have a distance that is nearer than 1 % to these. */
export const radii = [300, 1250, 2500];

const near = (metres: number): NaiveRecordCondition => ({
  name: 'near',
  sent: `${middle.join(',')},${metres}`,
  isMet: (id, buildings) =>
    pointsOf(buildings.get(id) ?? []).some((point) => distance(point, middle) <= metres),
});

const box: NaiveRecordCondition = {
  name: 'bbox',
  sent: `${grid.west - 0.001},${grid.south - 0.001},${grid.west + 0.025},${grid.south + 0.025}`,
  isMet: (id, buildings) =>
    pointsOf(buildings.get(id) ?? []).some(
      ([longitude, latitude]) => longitude < grid.west + 0.025 && latitude < grid.south + 0.025,
    ),
};

/** The buildings that one refers to. */
const referencesOf = (tiles: readonly ReadTile[]): readonly string[] =>
  tiles.flatMap((tile) => {
    const beside = tile.data[nodes.beside] as readonly { readonly resourceId: string }[] | null;
    return (beside ?? []).map(({ resourceId }) => resourceId);
  });

const refersTo = (from: string, to: string, buildings: ReadBuildings): boolean =>
  buildings.has(from) && buildings.has(to) && referencesOf(buildings.get(from) ?? []).includes(to);

const related = (number: number): readonly NaiveRecordCondition[] => {
  const other = buildingId(number);
  return [
    {
      name: 'related',
      sent: other,
      isMet: (id, buildings) => refersTo(id, other, buildings) || refersTo(other, id, buildings),
    },
    {
      name: 'related.^beside',
      sent: other,
      isMet: (id, buildings) => refersTo(other, id, buildings),
    },
    {
      name: 'related.beside',
      sent: other,
      isMet: (id, buildings) => refersTo(id, other, buildings),
    },
  ];
};

const isHigh = (tiles: readonly ReadTile[]): boolean =>
  tiles.some((tile) => Number(tile.data[nodes.height] ?? 0) > 5);

const besideHigh: NaiveRecordCondition = {
  name: 'related.beside.node.height',
  sent: '>5',
  isMet: (id, buildings) =>
    [...buildings].some(([other, tiles]) => refersTo(id, other, buildings) && isHigh(tiles)),
};

const ofHigh: NaiveRecordCondition = {
  name: 'related.^beside.node.height',
  sent: '>5',
  isMet: (id, buildings) =>
    [...buildings].some(([other, tiles]) => refersTo(other, id, buildings) && isHigh(tiles)),
};

const period = (sent: string, from: number, to: number): NaiveRecordCondition => ({
  name: 'period',
  sent,
  isMet: (id, buildings) =>
    (buildings.get(id) ?? []).some((tile) =>
      listYears(tile.data[nodes.built]).some(([first, last]) => last >= from && first <= to),
    ),
});

/** Conditions on places, periods and ids. */
export const recordConditions: readonly NaiveRecordCondition[] = [
  ...radii.map(near),
  box,
  period('1850', 1850, 1850),
  period('-0600..1599', -600, 1599),
  {
    name: 'ids',
    sent: [3, 4, 5, 6, 7].map(buildingId).join(','),
    isMet: (id) => [3, 4, 5, 6, 7].map(buildingId).includes(id),
  },
];

/** Conditions on relations, which only callers who read surveys can send with a node. */
export const relationConditions: readonly NaiveRecordCondition[] = [
  ...[1, 2, 4, 9].flatMap(related),
  besideHigh,
  ofHigh,
];
