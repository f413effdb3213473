import { datatypeOf } from '../../model/datatypes/all.ts';
import type { DatatypeNode, FromRdfContext, Reading } from '../../model/datatypes/datatype.ts';
import { sameValue } from '../../model/change/same-value.ts';
import {
  asFeatureCollection,
  joinedCollections,
} from '../../model/datatypes/parts/feature-collection.ts';
import { readEsriGeometry } from './esri-geometry.ts';

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
  const datatype = datatypeOf(node.datatype);
  const isPlace = datatype.holds === 'geometry';
  const reading =
    (isPlace ? readEsriGeometry(jsonOf(text)) : undefined) ??
    datatype.valueText.read([text], node, context);
  if (reading.kind === 'problem' || !isPlace) return reading;
  if (sameValue(reading.value, context.stored)) return { kind: 'value', value: context.stored };
  return { kind: 'value', value: asFeatureCollection(reading.value) ?? reading.value };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value with another behind it: features in one collection, elements in one list. Any other value takes the place of the one before. */
export function appendedValue(before: unknown, more: unknown): unknown {
  const [places, morePlaces] = [asFeatureCollection(before), asFeatureCollection(more)];
  if (places !== undefined && morePlaces !== undefined) {
    return joinedCollections(places, morePlaces);
  }
  if (Array.isArray(before) && more !== null) {
    const known: readonly unknown[] = before;
    return Array.isArray(more) ? [...known, ...more] : [...known, more];
  }
  return more;
}
