import type { DataDrivenPropertyValueSpecification, LayerSpecification } from 'maplibre-gl';

import { mixColours, modelColour, type MapColours } from './colours.ts';
import type { Model } from './models.ts';

/** The id of the source with the tiles. */
export const recordSource = 'records';

/** The lowest zoom at which names are drawn. */
const minNameZoom = 11;

const layerKinds = ['area', 'line', 'point', 'name'] as const;

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

export type RecordStyle = {
  /** The position of the model among all models, which determines its colour. */
  readonly position: number;
  readonly isHidden: boolean;
  /** Whether streets are below the records, which areas must not cover. */
  readonly isAboveStreets: boolean;
  readonly colours: MapColours;
  /** The fonts of names. */
  readonly font: readonly string[];
};

/**
 * The layers in which the records of a model are drawn: areas, lines, points and names.
 * @rule GeoJSON and OGC API Features: How does a map draw records?
 */
export function createRecordLayers(
  model: Model,
  { position, isHidden, isAboveStreets, colours, font }: RecordStyle,
): readonly LayerSpecification[] {
  const visibility = isHidden ? 'none' : 'visible';
  const [area = '', line = '', point = '', name = ''] = layerIdsOf(model);
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
      filter: ['==', ['geometry-type'], 'Point'],
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
  ];
}
