import { RepeatedMembersError } from '../../json/repeated-members.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { isEqualValue } from '../../model/change/compare-values.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import type { DatatypeNode, FromRdfContext } from '../../model/datatypes/datatype.ts';
import {
  asFeatureCollection,
  wrapInFeatureCollection,
  hasCoordinates,
  mergeFeatureCollections,
  parseFeatureCollection,
} from '../../model/datatypes/values/feature-collection.ts';
import { parseEsriGeometries } from './esri-geometries.ts';
import { parseWellKnownGeometries } from './well-known-geometries.ts';

export type NodeTextResult =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'problems'; readonly problems: readonly DocumentProblem[] };

type TypedNode = DatatypeNode & { readonly datatype: string };

/**
 * Parses the value of a node from the text that a client sent, in the form that `rdf:value` has in JSON-LD. A geometry
 * can also be a single GeoJSON feature or geometry, well-known text, or ArcGIS geometries. An empty text means no value,
 * but is an error for a geometry node.
 * @rule Writing: In which text forms may a value be sent?
 */
export function parseNodeText(
  text: string,
  node: TypedNode,
  context: FromRdfContext,
): NodeTextResult {
  if (datatypeOf(node.datatype).holds === 'geometry') return readGeometryText(text, node, context);
  return text === '' ? { kind: 'value', value: null } : parseValueText(text, node, context);
}

function parseValueText(text: string, node: TypedNode, context: FromRdfContext): NodeTextResult {
  const result = datatypeOf(node.datatype).textCodec.read([text], node, context);
  return result.kind === 'value' ? result : valueProblem(result);
}

function readGeometryText(text: string, node: TypedNode, context: FromRdfContext): NodeTextResult {
  try {
    return parseGeometryText(text, node, context);
  } catch (error) {
    if (!(error instanceof RepeatedMembersError)) throw error;
    return valueProblem(...error.members.map((member) => ({ code: error.code, ...member })));
  }
}

function parseGeometryText(text: string, node: TypedNode, context: FromRdfContext): NodeTextResult {
  const parsedGeometries =
    parseEsriGeometries(text) ??
    (mayBeWellKnownText(text) ? parseWellKnownGeometries(text) : undefined);
  if (parsedGeometries?.kind === 'problems')
    return valueProblem(...parsedGeometries.messages.map((message) => ({ message })));
  const result: NodeTextResult =
    parsedGeometries === undefined
      ? parseValueText(text, node, context)
      : { kind: 'value', value: wrapInFeatureCollection(...parsedGeometries.geometries) };
  if (result.kind === 'problems') return result;
  const { value } = result;
  const collection =
    typeof value === 'string' ? parseFeatureCollection(value) : asFeatureCollection(value);
  const isEmpty =
    collection === undefined ? value === null || value === '' : !hasCoordinates(collection);
  if (isEmpty) return valueProblem({ code: 'no_geometry', message: noGeometryMessage });
  const isUnchanged = isEqualValue(value, context.stored);
  return { kind: 'value', value: isUnchanged ? context.stored : (collection ?? value) };
}

const noGeometryMessage =
  'The text has no geometry: send at least one. To remove a value, store its tile with null for the node (POST /api/tiles/{id}).';

/** Whether a text may be well-known text: it begins with an IRI in `<>`, or with a word other than a JSON literal. */
const mayBeWellKnownText = (text: string): boolean =>
  /^\s*(?!(null|true|false)\s*$)[a-z<]/i.test(text);

type TextProblem = { readonly code?: string; readonly pointer?: string; readonly message: string };

function valueProblem(...valueProblems: readonly TextProblem[]): NodeTextResult {
  const problems = valueProblems.map(({ code = 'not_a_value', pointer = '', message }) => ({
    code,
    pointer: `/data${pointer}`,
    message,
  }));
  return { kind: 'problems', problems };
}

/**
 * Appends features to a collection, or elements to a list. Any other value replaces the present one. Null changes
 * nothing.
 */
export function appendValue(before: unknown, added: unknown): unknown {
  if (added === null) return before;
  const [collection, addedCollection] = [asFeatureCollection(before), asFeatureCollection(added)];
  if (collection !== undefined && addedCollection !== undefined) {
    return mergeFeatureCollections(collection, addedCollection);
  }
  if (!Array.isArray(before)) return added;
  const elements: readonly unknown[] = before;
  return Array.isArray(added) ? [...elements, ...added] : [...elements, added];
}
