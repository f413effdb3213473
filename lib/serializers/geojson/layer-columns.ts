import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { splitMembers, type JsonMember } from '../../json/split-members.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import { joinNonEmpty, formatAsText } from '../../model/datatypes/values/json-values.ts';
import type { ShownText } from '../../model/layer-filters/evaluate.ts';
import type { ValueTile } from '../../queries/geojson/parse-features-with-tiles.ts';
import type { ParsedFeatures, PropertyNode } from '../../queries/geojson/parse-chunk.ts';
import { createDisplayContext } from './display-context.ts';

/**
 * Creates a function that writes the columns of a layer: one text for each attribute of its spatial view, in the
 * order of the attributes, as in the database views. Values of several tiles are joined in tile order; null if there are no
 * values.
 * @returns a function from the tiles of a resource instance to names and JSON strings
 */
export function createLayerColumnWriter(
  chunk: ParsedFeatures,
  { properties, languages }: FeatureQuery,
): (tiles: readonly ValueTile[]) => readonly JsonMember[] {
  const nodes = chunk.nodes.filter(
    ({ propertyName }) => properties === null || properties.includes(propertyName),
  );
  const displayText = createColumnFormatter(chunk, languages);
  return (tiles) => {
    const parsedTiles = tiles.map(({ nodegroupPosition, data }) => ({
      nodegroupPosition,
      values: new Map(splitMembers(data)),
    }));
    return nodes.map((node): JsonMember => {
      const texts = parsedTiles
        .filter(({ nodegroupPosition }) => nodegroupPosition === node.nodegroupPosition)
        .map(({ values }) => displayText(values.get(node.nodeId), node));
      return [node.propertyName, JSON.stringify(joinNonEmpty(texts))];
    });
  };
}

/**
 * Creates a function that returns the text of one value of a column.
 * @param languages the default language; that of the layer has precedence
 * @returns a function from a JSON string to a text, which is null if there is nothing to show
 */
export function createColumnFormatter(
  chunk: ParsedFeatures,
  languages: readonly string[],
): (value: string | undefined, node: PropertyNode) => string | null {
  const display = createColumnDisplay(chunk, languages);
  return (value, node) =>
    value === undefined || value === 'null' ? null : display(parseLossless(value), node);
}

type ColumnDisplay = (value: unknown, node: PropertyNode) => string | null;

function createColumnDisplay(chunk: ParsedFeatures, languages: readonly string[]): ColumnDisplay {
  const layerLanguages = chunk.layer === null ? [] : [chunk.layer.language];
  const context = createDisplayContext(chunk, [...layerLanguages, ...languages]);
  return (value, node) => {
    const { columnText, columnDisplay, display } = datatypeOf(node.datatype);
    return columnText === undefined
      ? formatAsText(value)
      : (columnDisplay ?? display)(value, node, context);
  };
}

/**
 * Creates a function that returns the single texts of which a column consists, each with the part of the value that it shows.
 * @param languages the default language; that of the layer has precedence
 */
export function createColumnTexts(
  chunk: ParsedFeatures,
  languages: readonly string[],
): (value: string | undefined, node: PropertyNode) => readonly ShownText[] {
  const display = createColumnDisplay(chunk, languages);
  return (json, node) => {
    if (json === undefined || json === 'null') return [];
    const value = parseLossless(json);
    const hasParts = datatypeOf(node.datatype).columnText?.each !== undefined;
    const parts = hasParts && Array.isArray(value) ? value.map((part: unknown) => [part]) : [value];
    return parts.flatMap((part) => {
      const text = display(part, node);
      const single: unknown = Array.isArray(part) ? part[0] : part;
      return text === null || text === '' ? [] : [{ text, value: single }];
    });
  };
}
