import { datatypeOf } from '../model/datatypes/all.ts';
import type { DatatypeNode, FromRdfContext, Reading } from '../model/datatypes/datatype.ts';
import { isFeatureCollection } from '../model/datatypes/parts/feature-collection.ts';
import { isObject } from '../model/datatypes/parts/values.ts';
import { readEsriGeometry } from './esri-geometry.ts';

const geometryTypes = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
  'GeometryCollection',
]);

/**
 * The value of a node in the text in which a client sends it: as texts stand in `{rdf}value`; for places on the map also one feature
 * or geometry alone, in GeoJSON or as ArcGIS writes it. An empty text is no value.
 */
export function readNodeText(
  text: string,
  node: DatatypeNode & { readonly datatype: string },
  context: FromRdfContext,
): Reading {
  if (text === '') return { kind: 'value', value: null };
  const isPlace = node.datatype === 'geojson-feature-collection';
  const reading =
    (isPlace ? readEsriGeometry(jsonOf(text)) : undefined) ??
    datatypeOf(node.datatype).valueText.read([text], node, context);
  if (reading.kind === 'problem' || !isPlace) return reading;
  return { kind: 'value', value: asCollection(reading.value) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function asCollection(value: unknown): unknown {
  if (!isObject(value)) return value;
  const type = value['type'];
  if (type === 'Feature') return { type: 'FeatureCollection', features: [value] };
  if (typeof type !== 'string' || !geometryTypes.has(type)) return value;
  const feature = { type: 'Feature', properties: {}, geometry: value };
  return { type: 'FeatureCollection', features: [feature] };
}

/** A value with another behind it: features in one collection, elements in one list. Any other value takes the place of the one before. */
export function appendedValue(before: unknown, more: unknown): unknown {
  if (isFeatureCollection(before) && isFeatureCollection(more)) {
    return { ...before, features: [...before.features, ...more.features] };
  }
  if (Array.isArray(before) && more !== null) {
    const known: readonly unknown[] = before;
    return Array.isArray(more) ? [...known, ...more] : [...known, more];
  }
  return more;
}
