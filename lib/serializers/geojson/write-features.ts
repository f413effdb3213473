import { splitMembers, type JsonMember } from '../../json/split-members.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { writeGeometry } from '../../model/geojson/write-geometry.ts';
import type { StoredFeature, ValueTile } from '../../queries/geojson/parse-features-with-tiles.ts';
import type { ParsedFeatures, PropertyNode } from '../../queries/geojson/parse-chunk.ts';
import { createLayerColumnWriter } from './layer-columns.ts';
import { createDisplayContext } from './display-context.ts';
import { joinProperties, type JoinMode } from './join-properties.ts';
import { nodePropertyName, storedPropertyName } from './node-property-name.ts';
import { createPrimaryNameWriter } from './primary-names.ts';

/**
 * Writes features as GeoJSON (RFC 7946, section 3.2), without the start `{"type":"Feature"` and the number, which
 * the feature writer adds. Values and geometries are copied without parsing, unless display values or rounding are requested.
 * @rule GeoJSON and OGC API Features: Which properties does a feature get?
 * @param chunk features and the sources of their properties
 */
export function* writeFeatures(
  chunk: ParsedFeatures,
  query: FeatureQuery,
  baseUrl: string,
): Generator<string> {
  const joinMode = joinModeOf(query);
  const writeValues =
    query.layer === null
      ? createNamedValueWriter(chunk, query)
      : createLayerColumnWriter(chunk, query);
  const writePrimaryName = createPrimaryNameWriter(chunk, query);
  // In a layer, the name is the first property, by which maps label features.
  const joinWithName = (members: string, name: string): string =>
    query.layer === null ? `${members}${name}` : `${name}${members}`;
  let resourceId = '';
  let values: readonly JsonMember[] = [];
  let joinedValues = '';
  let primaryName = '';
  for (const feature of chunk.features) {
    if (feature.resourceId !== resourceId) {
      ({ resourceId } = feature);
      values = writeValues(feature.tiles);
      joinedValues = joinProperties(values, joinMode);
      primaryName = writePrimaryName(resourceId);
    }
    const storedMembers = storedProperties(feature.properties, query);
    const members =
      storedMembers.length === 0
        ? joinedValues
        : joinProperties([...storedMembers, ...values], joinMode);
    yield `${idMember(feature, query)},"geometry":${writeGeometry(feature.geometry, query)},"properties":{${joinWithName(members, primaryName)}${identifyingProperties(feature, query, baseUrl)}}}`;
  }
}

/** Returns `text` if display values or short names are requested, because these are for tables, whose fields contain no lists. */
function joinModeOf({ useDisplayValues, fieldNameLength }: FeatureQuery): JoinMode {
  return useDisplayValues || fieldNameLength !== undefined ? 'text' : 'list';
}

function idMember({ id }: StoredFeature, { layer, featureId }: FeatureQuery): string {
  if (layer !== null) return `,"id":${id}`;
  return featureId === 'number' ? '' : `,"id":"${id}"`;
}

function identifyingProperties(
  { resourceId, tileId, nodeId, id }: StoredFeature,
  { includeGeojsonLink }: FeatureQuery,
  baseUrl: string,
): string {
  const link = includeGeojsonLink
    ? `"geojson":${JSON.stringify(`${baseUrl}/geojson?tileid=${tileId}&nodeid=${nodeId}&feature=${id}`)},`
    : '';
  return `${link}"resourceinstanceid":"${resourceId}","tileid":"${tileId}","nodeid":"${nodeId}"`;
}

/** Returns the requested properties that are stored in a feature. */
function storedProperties(properties: string, query: FeatureQuery): readonly JsonMember[] {
  if (properties === '{}') return [];
  return (
    splitMembers(properties)
      // Some clients store the node id as a property `nodeId`. The service writes it as `nodeid`.
      .filter(([name]) => name !== 'nodeId')
      .map(([name, value]): JsonMember => [storedPropertyName(name, query), value])
      .filter(([name]) => query.properties === null || query.properties.includes(name))
  );
}

/** Creates a function that returns the named values of tiles: in the order of the tiles, and within a tile in that of the model. */
function createNamedValueWriter(
  chunk: ParsedFeatures,
  query: FeatureQuery,
): (tiles: readonly ValueTile[]) => readonly JsonMember[] {
  const visibleNodes = chunk.nodes
    .map((node) => ({ node, name: nodePropertyName(node, query) }))
    .filter(({ name }) => query.properties === null || query.properties.includes(name));
  const nodesByNodegroup = Map.groupBy(visibleNodes, ({ node }) => node.nodegroupPosition);
  const display = query.useDisplayValues
    ? createDisplayWriter(chunk, query)
    : (value: string) => value;
  return (tiles) =>
    tiles.flatMap(({ nodegroupPosition, data }) => {
      const storedValues = new Map(splitMembers(data));
      const members: JsonMember[] = [];
      for (const { node, name } of nodesByNodegroup.get(nodegroupPosition) ?? []) {
        const value = storedValues.get(node.nodeId);
        const text = value === undefined || value === 'null' ? null : display(value, node);
        if (text !== null) members.push([name, text]);
      }
      return members;
    });
}

/** Creates a function that returns the display text of a value as a JSON string; null if the value has no text. */
function createDisplayWriter(
  chunk: ParsedFeatures,
  { languages }: FeatureQuery,
): (value: string, node: PropertyNode) => string | null {
  const context = createDisplayContext(chunk, languages);
  return (value, node) => {
    const text = datatypeOf(node.datatype).display(parseLossless(value), node, context);
    return text === null ? null : JSON.stringify(text);
  };
}
