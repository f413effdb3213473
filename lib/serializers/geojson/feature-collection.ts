import * as z from 'zod';

import { datatypeOf } from '../../model/datatypes/all.ts';
import type { DisplayContext, Labels } from '../../model/datatypes/datatype.ts';
import { writtenGeometry } from '../../model/geojson/written-geometry.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { shortenPropertyName } from '../../model/geojson/property-name.ts';
import { pickText, type Text } from '../../model/pick-language.ts';
import type { FoundFeatures, PropertyNode, StoredFeature } from '../../queries/geojson/geojson.ts';
import { joinProperties, type PropertyValues } from './joined-properties.ts';

/** How features are to be written; see the parameters of GET /geojson in the specification. */
export type FeatureOptions = {
  readonly baseUrl: string;
  readonly languages: readonly string[];
  readonly precision: number | undefined;
  readonly fieldNameLength: number | undefined;
  readonly useUuidNames: boolean;
  readonly useDisplayValues: boolean;
  readonly includePrimaryName: boolean;
  readonly includeGeojsonLink: boolean;
  /** The page number, where paging is used. */
  readonly page: number | undefined;
};

const properties = z.record(z.string(), z.unknown());

/**
 * Writes the FeatureCollection of the specification. Geometries are taken over as text; only `precision` makes them be parsed.
 */
export function featureCollection(found: FoundFeatures, options: FeatureOptions): string {
  const context = displayContext(found, options);
  const named = new Map<string, PropertyValues>();
  for (const [resourceId, values] of found.values) {
    named.set(resourceId, namedValues(values, found, context, options));
  }
  const features: string[] = [];
  for (const feature of found.features) {
    const values = named.get(feature.resourceId) ?? [];
    features.push(writtenFeature(feature, features.length + 1, values, found.names, options));
  }
  const paging =
    options.page === undefined ? '' : `,"_page":${options.page},"_lastPage":${found.isLastPage}`;
  return `{"type":"FeatureCollection","features":[${features.join(',')}]${paging}}`;
}

/** What values refer to. */
function displayContext(found: FoundFeatures, { languages }: FeatureOptions): DisplayContext {
  const labels: Labels = {
    conceptValue: (valueId) => found.labels.get(valueId),
    resourceName: (resourceId): Text | undefined => found.names.get(resourceId),
  };
  // Where that value points to a further tile it ends: tiles may point to each other.
  const ofPointed = { languages, labels: { ...labels, tileText: () => null } };
  const tileText = (tileId: string, nodeId: string): string | null => {
    const pointed = found.pointedValues.get(`${tileId} ${nodeId}`);
    return pointed === undefined
      ? null
      : datatypeOf(pointed.datatype).display(pointed.value, pointed, ofPointed);
  };
  return { languages, labels: { ...labels, tileText } };
}

function namedValues(
  values: readonly { readonly nodeId: string; readonly value: unknown }[],
  { nodes }: FoundFeatures,
  context: DisplayContext,
  options: FeatureOptions,
): PropertyValues {
  return values.flatMap(({ nodeId, value }) => {
    const node = nodes.get(nodeId);
    if (node === undefined) return [];
    const shown = options.useDisplayValues
      ? datatypeOf(node.datatype).display(value, node, context)
      : value;
    return shown === null ? [] : [[nameOf(node, options), shown] as const];
  });
}

function nameOf(node: PropertyNode, options: FeatureOptions): string {
  if (options.useUuidNames) return node.nodeId;
  // A name without any letter or digit leaves nothing to derive from.
  return shortenPropertyName(node.propertyName, options.fieldNameLength) || node.nodeId;
}

function writtenFeature(
  { resourceId, tileId, nodeId, properties: stored, geometry }: StoredFeature,
  id: number,
  values: PropertyValues,
  names: FoundFeatures['names'],
  options: FeatureOptions,
): string {
  const own = stored === '{}' ? [] : Object.entries(properties.parse(parseLossless(stored)));
  const written = joinProperties([
    // The drawing tools of some clients leave the node's id here; it is given below in the documented spelling.
    ...own.filter(([name]) => name !== 'nodeId'),
    ...values,
  ]);
  const link = `${options.baseUrl}/geojson?tileid=${tileId}&nodeid=${nodeId}`;
  const all = {
    ...written,
    ...(options.includePrimaryName
      ? { primary_name: pickText(names.get(resourceId) ?? null, options.languages) }
      : {}),
    ...(options.includeGeojsonLink ? { geojson: link } : {}),
    resourceinstanceid: resourceId,
    tileid: tileId,
    nodeid: nodeId,
  };
  return `{"type":"Feature","id":${id},"geometry":${writtenGeometry(geometry, { ...options, followsRfc7946: false })},"properties":${JSON.stringify(all)}}`;
}
