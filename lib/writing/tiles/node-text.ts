import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { isEqualValue } from '../../model/change/compare-values.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { DatatypeNode, FromRdfContext } from '../../model/datatypes/datatype.ts';
import {
  asFeatureCollection,
  featureCollectionOf,
  hasCoordinates,
  mergeFeatureCollections,
  parseFeatureCollection,
} from '../../model/datatypes/values/feature-collection.ts';
import { parseEsriGeometries } from './esri-geometries.ts';
import { parseWellKnownGeometries } from './well-known-geometries.ts';

/** The value that a text stands for, or all that is wrong with the text. */
export type NodeTextResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problems'; readonly problems: readonly DocumentProblem[] };

type TypedNode = DatatypeNode & { readonly datatype: string };

/**
 * The value of a node in the text in which a client sends it: as texts stand in `{rdf}value`; for places on the map also one feature
 * or geometry alone in GeoJSON, and geometries in well-known text or as ArcGIS writes them, each of which becomes a feature. An empty
 * text is no value; a place has to have a geometry.
 */
export function parseNodeText(
  text: string,
  node: TypedNode,
  context: FromRdfContext,
): NodeTextResult {
  if (datatypeOf(node.datatype).holds === 'geometry') return readPlace(text, node, context);
  return text === '' ? { kind: 'value', value: null } : readValueText(text, node, context);
}

function readValueText(text: string, node: TypedNode, context: FromRdfContext): NodeTextResult {
  const reading = datatypeOf(node.datatype).textCodec.read([text], node, context);
  return reading.kind === 'value' ? reading : refused('not_a_value', [reading.message]);
}

function readPlace(text: string, node: TypedNode, context: FromRdfContext): NodeTextResult {
  const sent =
    parseEsriGeometries(text) ?? (isWord(text) ? parseWellKnownGeometries(text) : undefined);
  if (sent?.kind === 'problems') return refused('not_a_value', sent.messages);
  const reading: NodeTextResult =
    sent === undefined
      ? readValueText(text, node, context)
      : { kind: 'value', value: featureCollectionOf(...sent.geometries) };
  if (reading.kind === 'problems') return reading;
  const { value } = reading;
  const collection =
    typeof value === 'string' ? parseFeatureCollection(value) : asFeatureCollection(value);
  const isNowhere =
    collection === undefined ? value === null || value === '' : !hasCoordinates(collection);
  if (isNowhere) return refused('no_geometry', [noGeometry]);
  const isStored = isEqualValue(value, context.stored);
  return { kind: 'value', value: isStored ? context.stored : (collection ?? value) };
}

const noGeometry =
  'There is no geometry in it: send one at least. To take a value away, store its tile with null for the node (POST /api/tiles/{id}).';

/** Whether a text begins with a word, and is not a word of JSON. */
const isWord = (text: string): boolean => /^\s*(?!(null|true|false)\s*$)[a-z<]/i.test(text);

function refused(code: 'not_a_value' | 'no_geometry', messages: readonly string[]): NodeTextResult {
  const problems = messages.map((message) => ({ code, pointer: '/data', message }));
  return { kind: 'problems', problems };
}

/**
 * A value with another behind it: features in one collection, elements in one list. Any other value takes the place of the one before,
 * and nothing takes none.
 */
export function appendValue(before: unknown, more: unknown): unknown {
  if (more === null) return before;
  const [places, morePlaces] = [asFeatureCollection(before), asFeatureCollection(more)];
  if (places !== undefined && morePlaces !== undefined) {
    return mergeFeatureCollections(places, morePlaces);
  }
  if (!Array.isArray(before)) return more;
  const known: readonly unknown[] = before;
  return Array.isArray(more) ? [...known, ...more] : [...known, more];
}
