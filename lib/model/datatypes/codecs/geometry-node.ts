import { parseWellKnownText } from '../../../rdf/parse-well-known-text.ts';
import {
  literal,
  type RdfLiteral,
  type RdfNode,
  type RdfProperty,
  type RdfValue,
} from '../../../rdf/terms.ts';
import { geosparql, namespaces } from '../../../rdf/vocabulary.ts';
import { writeWellKnownText } from '../../../rdf/write-well-known-text.ts';
import { InvalidWellKnownTextError } from '../../../rdf/well-known-text-tokens.ts';
import type { DatatypeNode, ReadResult, ToRdfContext } from '../datatype.ts';
import {
  asFeatureCollection,
  wrapInFeatureCollection,
  type FeatureCollection,
  geometriesOf,
  readFeatureCollection,
} from '../values/feature-collection.ts';
import { readLiteral } from './literals.ts';

const geometryClass = `${namespaces.geo}Geometry`;

/**
 * Writes a feature collection, a feature or a geometry as one geometry (GeoSPARQL 1.1, section 8): as well-known
 * text if its coordinates are valid, and as the stored GeoJSON.
 * @returns undefined for any other value
 */
export function writeGeometryNode(
  value: unknown,
  { ontologyClass }: DatatypeNode,
  { nodeUri }: ToRdfContext,
): RdfNode | undefined {
  const collection = asFeatureCollection(value);
  if (collection === undefined) return undefined;
  const text = writeCollectionText(collection);
  const json = literal(JSON.stringify(value), geosparql.geoJsonLiteral);
  return {
    kind: 'node',
    id: nodeUri,
    types: Array.from(new Set([ontologyClass ?? geometryClass, geometryClass])),
    properties: [
      ...(text === undefined
        ? []
        : [{ predicate: geosparql.asWkt, values: [literal(text, geosparql.wktLiteral)] }]),
      { predicate: geosparql.asGeoJson, values: [json] },
    ],
  };
}

function writeCollectionText(collection: FeatureCollection): string | undefined {
  const geometries = geometriesOf(collection);
  const [first, another] = geometries;
  return writeWellKnownText(
    another === undefined ? first : { type: 'GeometryCollection', geometries },
  );
}

/**
 * Reads a feature collection from a geometry node or a literal: from its GeoJSON, otherwise from its
 * well-known text.
 * @param stored the present value
 */
export function readGeometryNode(value: RdfValue, stored: unknown): ReadResult {
  if (value.kind === 'literal') return readGeometryLiteral(value, stored);
  const [json, ...moreJson] = literalsOf(value.properties, geosparql.asGeoJson);
  const [text, ...moreTexts] = literalsOf(value.properties, geosparql.asWkt);
  const source = json ?? text;
  const surplusLiterals = json === undefined ? moreTexts : moreJson;
  if (source === undefined || surplusLiterals.length > 0) {
    const message = `The geometry ${value.id} needs one geo:asGeoJSON, or else one geo:asWKT.`;
    return { kind: 'problem', message };
  }
  return json === undefined
    ? readGeometryText(source.value, stored)
    : readGeometryLiteral(source, stored);
}

function literalsOf(
  properties: readonly RdfProperty[],
  predicateIri: string,
): readonly RdfLiteral[] {
  return properties
    .filter(({ predicate }) => predicate === predicateIri)
    .flatMap(({ values }) => values)
    .filter((value) => value.kind === 'literal');
}

function readGeometryLiteral(source: RdfLiteral, stored: unknown): ReadResult {
  if (source.datatype === geosparql.wktLiteral) return readGeometryText(source.value, stored);
  return {
    kind: 'value',
    value: readFeatureCollection(source.value, stored) ?? readLiteral(source),
  };
}

function readGeometryText(text: string, stored: unknown): ReadResult {
  const storedCollection = asFeatureCollection(stored);
  if (storedCollection !== undefined && writeCollectionText(storedCollection) === text) {
    return { kind: 'value', value: stored };
  }
  try {
    return { kind: 'value', value: wrapInFeatureCollection(parseWellKnownText(text)) };
  } catch (error) {
    if (!(error instanceof InvalidWellKnownTextError)) throw error;
    return { kind: 'problem', message: error.message };
  }
}
