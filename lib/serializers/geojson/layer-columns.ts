import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import { parseLossless } from '../../json/lossless-json.ts';
import { membersOf, type Member } from '../../json/members.ts';
import { datatypeOf } from '../../model/datatypes/all.ts';
import { joined, plainDisplay } from '../../model/datatypes/parts/values.ts';
import type { ValueTile } from '../../queries/geojson/read-feature-lines.ts';
import type { ChunkFeatures, PropertyNode } from '../../queries/geojson/read-chunk.ts';
import { displayContext } from './display-context.ts';

/**
 * The columns of a layer: one text for each attribute of its spatial view, in the order of the attributes, as the views of the database
 * have them. Values of several tiles are joined in the order of the tiles; null where there is nothing to show.
 * @returns for the tiles of a resource instance: names and JSON texts
 */
export function layerColumns(
  chunk: ChunkFeatures,
  { properties, languages }: FeatureQuery,
): (tiles: readonly ValueTile[]) => readonly Member[] {
  const nodes = chunk.nodes.filter(
    ({ propertyName }) => properties === null || properties.includes(propertyName),
  );
  const ofLayer = chunk.layer === null ? [] : [chunk.layer.language];
  const context = displayContext(chunk, [...ofLayer, ...languages]);
  const textOf = (value: string | undefined, node: PropertyNode): string | null => {
    if (value === undefined || value === 'null') return null;
    const { columnText, columnDisplay, display } = datatypeOf(node.datatype);
    const written = parseLossless(value);
    if (columnText === undefined) return plainDisplay(written);
    return (columnDisplay ?? display)(written, node, context);
  };
  return (tiles) => {
    const stored = tiles.map(({ nodegroupPlace, data }) => ({
      nodegroupPlace,
      values: new Map(membersOf(data)),
    }));
    return nodes.map((node): Member => {
      const texts = stored
        .filter(({ nodegroupPlace }) => nodegroupPlace === node.nodegroupPlace)
        .map(({ values }) => textOf(values.get(node.nodeId), node));
      return [node.propertyName, JSON.stringify(joined(texts))];
    });
  };
}
