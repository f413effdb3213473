import * as z from 'zod';

import { datatypeOf } from '../../model/datatypes/all.ts';
import type { DisplayContext, Labels } from '../../model/datatypes/datatype.ts';
import { roundGeometry } from '../../model/geojson/geometry-precision.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { shortenPropertyName } from '../../model/geojson/property-name.ts';
import { pickText, type Text } from '../../model/text.ts';
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

const nodePart = z.object({
  node_id: z.string(),
  property_name: z.string(),
  datatype: z.string(),
  config: z.record(z.string(), z.unknown()),
});

const labelPart = z.object({
  value_id: z.string(),
  text: z.string(),
  labels: z.record(z.string(), z.string()),
});

const pointedPart = z.object({
  tile_id: z.string(),
  node_id: z.string(),
  datatype: z.string(),
  config: z.record(z.string(), z.unknown()),
  value: z.unknown(),
});

const names = z.record(z.string(), z.string());
const nodeValues = z.array(z.tuple([z.string(), z.unknown()]));
const properties = z.record(z.string(), z.unknown());

/** What the parts before the features say. */
type Gathered = {
  isLastPage: boolean;
  readonly nodes: Map<string, z.infer<typeof nodePart>>;
  readonly labels: Map<string, z.infer<typeof labelPart>>;
  readonly names: Map<string, Readonly<Record<string, string>>>;
  /** Values of nodes of other tiles, by tile id and node id. */
  readonly pointed: Map<string, z.infer<typeof pointedPart>>;
  readonly values: Map<string, PropertyValues>;
};

/**
 * Writes the FeatureCollection of the specification from the parts of the feature statement. Geometries are taken over as
 * text; only `precision` makes them be parsed.
 * @param parts as featureParts() tells, in order
 */
export function featureCollection(parts: readonly string[], options: FeatureOptions): string {
  const gathered: Gathered = {
    isLastPage: true,
    nodes: new Map(),
    labels: new Map(),
    names: new Map(),
    pointed: new Map(),
    values: new Map(),
  };
  const features: string[] = [];
  for (const part of parts) {
    const [kind, ...fields] = part.split('\t');
    if (kind === 'F') features.push(feature(fields, features.length + 1, gathered, options));
    else gather(kind, fields, gathered, options);
  }
  const paging =
    options.page === undefined ? '' : `,"_page":${options.page},"_lastPage":${gathered.isLastPage}`;
  return `{"type":"FeatureCollection","features":[${features.join(',')}]${paging}}`;
}

function gather(
  kind: string | undefined,
  [first = '', second = '']: readonly string[],
  gathered: Gathered,
  options: FeatureOptions,
): void {
  if (kind === 'I') gathered.isLastPage = first === 'true';
  if (kind === 'M') {
    const node = nodePart.parse(JSON.parse(first));
    gathered.nodes.set(node.node_id, node);
  }
  if (kind === 'L') {
    const label = labelPart.parse(JSON.parse(first));
    gathered.labels.set(label.value_id, label);
  }
  if (kind === 'V') {
    const pointed = pointedPart.parse(parseLossless(first));
    gathered.pointed.set(`${pointed.tile_id} ${pointed.node_id}`, pointed);
  }
  if (kind === 'N') gathered.names.set(first, names.parse(JSON.parse(second)));
  if (kind === 'P') gathered.values.set(first, namedValues(second, gathered, options));
}

/** What values refer to, as far as the parts before the features tell. */
function displayContext(gathered: Gathered, { languages }: FeatureOptions): DisplayContext {
  const labels: Labels = {
    conceptValue: (valueId) => gathered.labels.get(valueId),
    resourceName: (resourceId): Text | undefined => gathered.names.get(resourceId),
  };
  // Where that value points to a further tile it ends: tiles may point to each other.
  const ofPointed = { languages, labels: { ...labels, tileText: () => null } };
  const tileText = (tileId: string, nodeId: string): string | null => {
    const pointed = gathered.pointed.get(`${tileId} ${nodeId}`);
    return pointed === undefined
      ? null
      : datatypeOf(pointed.datatype).display(pointed.value, pointed, ofPointed);
  };
  return { languages, labels: { ...labels, tileText } };
}

function namedValues(text: string, gathered: Gathered, options: FeatureOptions): PropertyValues {
  const context = displayContext(gathered, options);
  return nodeValues.parse(parseLossless(text)).flatMap(([nodeId, value]) => {
    const node = gathered.nodes.get(nodeId);
    if (node === undefined) return [];
    const shown = options.useDisplayValues
      ? datatypeOf(node.datatype).display(value, node, context)
      : value;
    return shown === null ? [] : [[nameOf(node, options), shown] as const];
  });
}

function nameOf(node: z.infer<typeof nodePart>, options: FeatureOptions): string {
  if (options.useUuidNames) return node.node_id;
  // A name without any letter or digit leaves nothing to derive from.
  return shortenPropertyName(node.property_name, options.fieldNameLength) || node.node_id;
}

function feature(
  [resourceId = '', tileId = '', nodeId = '', stored = '{}', geometry = 'null']: readonly string[],
  id: number,
  gathered: Gathered,
  options: FeatureOptions,
): string {
  const own = stored === '{}' ? [] : Object.entries(properties.parse(parseLossless(stored)));
  const written = joinProperties([
    // The drawing tools of some clients leave the node's id here; it is given below in the documented spelling.
    ...own.filter(([name]) => name !== 'nodeId'),
    ...(gathered.values.get(resourceId) ?? []),
  ]);
  const link = `${options.baseUrl}/geojson?tileid=${tileId}&nodeid=${nodeId}`;
  const all = {
    ...written,
    ...(options.includePrimaryName
      ? { primary_name: pickText(gathered.names.get(resourceId) ?? null, options.languages) }
      : {}),
    ...(options.includeGeojsonLink ? { geojson: link } : {}),
    resourceinstanceid: resourceId,
    tileid: tileId,
    nodeid: nodeId,
  };
  return `{"type":"Feature","id":${id},"geometry":${precise(geometry, options.precision)},"properties":${JSON.stringify(all)}}`;
}

function precise(geometry: string, decimals: number | undefined): string {
  if (decimals === undefined) return geometry;
  return JSON.stringify(roundGeometry(parseLossless(geometry), decimals));
}
