import type {
  DataDrivenPropertyValueSpecification,
  FilterSpecification,
  LayerSpecification,
} from 'maplibre-gl';

import type { MapColours } from './colours.ts';
import { mixColours, modelColour } from './model-colours.ts';
import type { Model } from './models.ts';

/** The id of the source with the tiles. */
export const recordSource = 'records';

/** The lowest zoom at which names are drawn. */
const minNameZoom = 11;

const layerKinds = ['area', 'line', 'point', 'name', 'cluster', 'count'] as const;

/** The ids of the layers of the style in which a model is drawn. */
export function layerIdsOf({ layer }: Model): readonly string[] {
  return layerKinds.map((kind) => `${kind} of ${layer}`);
}

type Paint<Value> = DataDrivenPropertyValueSpecification<Value>;

/** Creates an expression with one value for highlighted records, and another for all others. */
function ifHighlighted<Value extends string | number>(highlighted: Value, usual: Value) {
  return [
    'case',
    ['boolean', ['feature-state', 'highlighted'], false],
    highlighted,
    usual,
  ] satisfies Paint<Value>;
}

/** The fill of areas. It is opaque, because the opacities of areas that overlap would add up to the colour of their outlines. */
const areaColour = (position: number, { highlight, land }: MapColours) =>
  ifHighlighted(mixColours(highlight, land, 0.3), mixColours(modelColour(position), land, 0.2));

type RecordStyle = {
  /** The layers of the tiles that are not shown. */
  readonly hiddenLayers: readonly string[];
  /** Whether streets are below the records, which areas must not cover. */
  readonly isAboveStreets: boolean;
  readonly colours: MapColours;
  /** The fonts of names. */
  readonly font: readonly string[];
};

/**
 * The layers in which records are drawn, for each model: areas, lines, points, names, and clusters with their counts. Areas of all models are
 * below the lines of all, so that the outline of a small area is seen within a large one.
 * @rule GeoJSON and OGC API Features: How does a map draw records?
 */
export function createRecordLayers(
  models: readonly Model[],
  style: RecordStyle,
): readonly LayerSpecification[] {
  const layersOfModels = models.map((model, position) => layersOfModel(model, position, style));
  return layerKinds.flatMap((_, index) =>
    layersOfModels.flatMap((layers) => layers.slice(index, index + 1)),
  );
}

/** A condition: a point of the tiles is a cluster. */
const isCluster = ['has', 'cluster'] satisfies FilterSpecification;

/** The layers of a model, in the order of their kinds. @param position of the model among all, which determines its colour */
function layersOfModel(
  model: Model,
  position: number,
  { hiddenLayers, isAboveStreets, colours, font }: RecordStyle,
): readonly LayerSpecification[] {
  const visibility = hiddenLayers.includes(model.layer) ? 'none' : 'visible';
  const [area = '', line = '', point = '', name = '', cluster = '', count = ''] = layerIdsOf(model);
  const source = { source: recordSource, 'source-layer': model.layer };
  const colour = ifHighlighted(colours.highlight, modelColour(position));
  return [
    {
      id: area,
      type: 'fill',
      ...source,
      layout: { visibility },
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: isAboveStreets
        ? { 'fill-color': colour, 'fill-opacity': 0.12 }
        : { 'fill-color': areaColour(position, colours) },
    },
    {
      id: line,
      type: 'line',
      ...source,
      layout: { visibility },
      filter: ['!=', ['geometry-type'], 'Point'],
      paint: { 'line-color': colour, 'line-width': ifHighlighted(3, 1.5) },
    },
    {
      id: point,
      type: 'circle',
      ...source,
      layout: { visibility },
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['!', isCluster]],
      paint: {
        'circle-color': colour,
        'circle-radius': [
          'interpolate',
          ['linear'],
          ['zoom'],
          0,
          ifHighlighted(6, 2.5),
          12,
          ifHighlighted(9, 5),
        ],
        'circle-stroke-color': colours.land,
        'circle-stroke-width': ['interpolate', ['linear'], ['zoom'], 3, 0, 8, 1],
      },
    },
    {
      id: name,
      type: 'symbol',
      ...source,
      minzoom: minNameZoom,
      layout: {
        visibility,
        'text-field': ['get', 'name'],
        'text-font': [...font],
        'text-size': 13,
        'text-anchor': 'top',
        'text-offset': [0, 0.6],
        'text-max-width': 12,
      },
      paint: {
        'text-color': colours.text,
        'text-halo-color': colours.land,
        'text-halo-width': 1.5,
      },
    },
    {
      id: cluster,
      type: 'circle',
      ...source,
      layout: { visibility },
      filter: isCluster,
      paint: {
        'circle-color': colours.land,
        'circle-radius': ['step', ['get', 'count'], 14, 100, 17, 1000, 20, 10_000, 24],
        'circle-stroke-color': modelColour(position),
        'circle-stroke-width': 3,
      },
    },
    {
      id: count,
      type: 'symbol',
      ...source,
      filter: isCluster,
      layout: {
        visibility,
        'text-field': shortCount,
        'text-font': [...font],
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colours.text },
    },
  ];
}

/** An expression: the count of a cluster in at most four signs. */
const shortCount = [
  'step',
  ['get', 'count'],
  ['to-string', ['get', 'count']],
  1000,
  ['concat', ['to-string', ['floor', ['/', ['get', 'count'], 1000]]], 'k'],
  1_000_000,
  ['concat', ['to-string', ['floor', ['/', ['get', 'count'], 1_000_000]]], 'M'],
] satisfies Paint<string>;
