import fc from 'fast-check';

import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { pickOne, integerBetween, onceIn, repeat, type Draw } from '../../random/draw.ts';
import {
  siteConceptValues,
  nodegroupOfSiteNode,
  siteNodes,
  siteOptionIds,
  type SiteAlias,
} from './site-model.ts';

export type ReferenceTargets = {
  readonly sites: readonly string[];
  readonly keepers: readonly string[];
  readonly namedTiles: readonly string[];
};

const words = ['Old Mill', 'Grünau', 'a, b', "O'Brien", 'x"y', '\\', '50%', '$1', 'ä\u0301', '<b>'];
const drawText = (draw: Draw): string =>
  pickOne(draw, words) + (onceIn(draw, 3) ? pickOne(draw, words) : '');

/** Draws texts by language; some languages are missing, and some texts are empty. */
function drawTexts(draw: Draw): unknown {
  if (onceIn(draw, 8)) return drawText(draw);
  const tags = ['en', 'en-US', 'fr', 'de-CH', 'ar'].filter(() => onceIn(draw, 2));
  return Object.fromEntries(
    tags.map((tag) => [
      tag,
      { value: onceIn(draw, 6) ? '' : drawText(draw), direction: tag === 'ar' ? 'rtl' : 'ltr' },
    ]),
  );
}

const drawItems = <Item>(draw: Draw, items: readonly Item[], maxCount: number): readonly Item[] =>
  items.length === 0 ? [] : repeat(integerBetween(draw, 1, maxCount), () => pickOne(draw, items));

const drawCoordinate = (draw: Draw, limit: number): number =>
  integerBetween(draw, -limit * 1000, limit * 1000) / 1000;
const drawPosition = (draw: Draw): readonly number[] => [
  drawCoordinate(draw, 179),
  drawCoordinate(draw, 84),
];
const drawLine = (draw: Draw) => repeat(integerBetween(draw, 2, 4), () => drawPosition(draw));

function drawRing(draw: Draw) {
  const [east = 0, north = 0] = drawPosition(draw);
  const corner = (x: number, y: number) => [
    Number((east + x).toFixed(3)),
    Number((north + y).toFixed(3)),
  ];
  return [corner(0, 0), corner(0.5, 0), corner(0.5, 0.5), corner(0, 0.5), corner(0, 0)];
}

const geometries: Readonly<Record<string, (draw: Draw) => object>> = {
  Point: (draw) => ({ coordinates: drawPosition(draw) }),
  MultiPoint: (draw) => ({ coordinates: drawLine(draw) }),
  LineString: (draw) => ({ coordinates: drawLine(draw) }),
  MultiLineString: (draw) => ({ coordinates: [drawLine(draw), drawLine(draw)] }),
  Polygon: (draw) => ({ coordinates: [drawRing(draw)] }),
  MultiPolygon: (draw) => ({ coordinates: [[drawRing(draw)], [drawRing(draw)]] }),
  GeometryCollection: (draw) => ({
    geometries: [drawGeometry(draw, 'Point'), drawGeometry(draw, 'LineString')],
  }),
};

function drawGeometry(draw: Draw, type = pickOne(draw, Object.keys(geometries))): object {
  return { type, ...geometries[type]?.(draw) };
}

/** Draws a collection of features. A feature can lack a geometry, and two can have the same id. */
function drawFeatures(draw: Draw): unknown {
  return {
    type: 'FeatureCollection',
    features: repeat(integerBetween(draw, 0, 3), () => ({
      type: 'Feature',
      ...(onceIn(draw, 3) ? {} : { id: `feature ${integerBetween(draw, 1, 3)}` }),
      properties: {},
      geometry: onceIn(draw, 10) ? null : drawGeometry(draw),
    })),
  };
}

function drawFiles(draw: Draw): unknown {
  return repeat(integerBetween(draw, 1, 2), () => ({
    name: `picture ${integerBetween(draw, 1, 9)}.jpg`,
    type: 'image/jpeg',
    size: 1,
    file_id: draw(fc.uuid),
    url: '/files/any',
    status: 'uploaded',
    ...(onceIn(draw, 2) ? {} : { title: drawTexts(draw) }),
  }));
}

const createReference = (resourceId: string) => ({
  resourceId,
  ontologyProperty: '',
  inverseOntologyProperty: '',
  resourceXresourceId: '',
});
const numbers = ['0', '12.50', '-3', '12345678901234567890', '0.10'].map(parseLossless);
const concepts = Object.values(siteConceptValues);

const drawFunctions: Readonly<
  Record<SiteAlias, (draw: Draw, targets: ReferenceTargets) => unknown>
> = {
  name: drawTexts,
  inventory: drawText,
  kind: (draw) => pickOne(draw, concepts),
  kinds: (draw) => drawItems(draw, concepts, 3),
  state: (draw) => pickOne(draw, siteOptionIds),
  states: (draw) => drawItems(draw, siteOptionIds, 2),
  height: (draw) => pickOne(draw, numbers),
  visited: (draw) => pickOne(draw, ['2024-05-10', '1850', '1850-03']),
  built: (draw) => pickOne(draw, ['1984?', '185X', '1850/..']),
  is_open: (draw) => onceIn(draw, 2),
  page: (draw) => ({
    url: `https://sites.test/${integerBetween(draw, 1, 9)}`,
    url_label: drawText(draw),
  }),
  pictures: drawFiles,
  grid: (draw) => `TQ30000${integerBetween(draw, 10_000, 99_999)}`,
  geometry: drawFeatures,
  locality: drawTexts,
  part: drawFeatures,
  part_note: drawTexts,
  neighbours: (draw, { sites }) => drawItems(draw, sites, 3).map(createReference),
  keeper: (draw, { keepers }) => drawItems(draw, keepers, 1).map(createReference),
  named_as: (draw, { namedTiles }) => drawItems(draw, namedTiles, 1)[0] ?? null,
  secret: drawTexts,
  keeper_name: drawTexts,
  keeper_rank: (draw) => pickOne(draw, concepts),
};

function isAlias(name: string): name is SiteAlias {
  return name in siteNodes;
}

/** Draws a value of a node; null once in five calls on average. */
export function drawSiteValue(draw: Draw, alias: string, targets: ReferenceTargets): unknown {
  return onceIn(draw, 5) || !isAlias(alias) ? null : drawFunctions[alias](draw, targets);
}

/** Draws the data of a tile, with a value of each node of its nodegroup. */
export function drawSiteData(
  draw: Draw,
  nodegroupId: string,
  targets: ReferenceTargets,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(siteNodes)
      .filter(([, nodeId]) => nodegroupOfSiteNode.get(nodeId) === nodegroupId)
      .map(([alias, nodeId]) => [nodeId, drawSiteValue(draw, alias, targets)]),
  );
}
