import { splitMembers } from '../../json/split-members.ts';
import type { FeatureQuery } from '../../model/geojson/feature-query.ts';
import type { ShownFeature, ShownText } from '../../model/layer-filters/evaluate.ts';
import type { Queryable } from '../../model/layer-filters/queryable.ts';
import type { ParsedFeatures, PropertyNode } from '../../queries/geojson/parse-chunk.ts';
import type {
  FeatureWithTiles,
  ValueTile,
} from '../../queries/geojson/parse-features-with-tiles.ts';
import { createColumnTexts } from './layer-columns.ts';
import { createNamePicker } from './primary-names.ts';

type TextsOf = ShownFeature['textsOf'];

/** Whether the geometry of a feature lies so to each place. */
export type PlacesByFeature = ReadonlyMap<number, readonly (boolean | null)[]>;

/**
 * Creates a function that returns what a feature of a layer shows, from the code that writes its properties. So a filter compares nothing
 * else.
 */
export function createShownFeatures(
  chunk: ParsedFeatures,
  { languages }: FeatureQuery,
  places: PlacesByFeature,
): (feature: FeatureWithTiles) => ShownFeature {
  const nodes = new Map(chunk.nodes.map((node) => [node.propertyName, node]));
  const textsOfValue = createColumnTexts(chunk, languages);
  const pickName = createNamePicker(chunk, languages);
  const textsIn = (tiles: readonly ValueTile[], node: PropertyNode): readonly ShownText[] =>
    tiles
      .filter(({ nodegroupPosition }) => nodegroupPosition === node.nodegroupPosition)
      .flatMap(({ data }) => textsOfValue(new Map(splitMembers(data)).get(node.nodeId), node));
  const textsOfTiles = (feature: FeatureWithTiles, tiles: readonly ValueTile[]): TextsOf => {
    const known = new Map<string, readonly ShownText[]>();
    return (queryable) => {
      if (queryable.kind === 'id') return [idText(feature, queryable)];
      if (queryable.kind === 'name') return nameTexts(pickName(feature.resourceId));
      const { name } = queryable.column;
      const node = nodes.get(name);
      if (node === undefined) return [];
      const texts = known.get(name) ?? textsIn(tiles, node);
      known.set(name, texts);
      return texts;
    };
  };
  return (feature) => ({
    textsOf: textsOfTiles(feature, feature.tiles),
    tilesOf: ({ name }) => {
      const position = nodes.get(name)?.nodegroupPosition;
      return feature.tiles
        .filter(({ nodegroupPosition }) => nodegroupPosition === position)
        .map((tile) => ({ textsOf: textsOfTiles(feature, [tile]) }));
    },
    hasGeometry: feature.geometry !== 'null',
    placeAt: (number) => places.get(Number(feature.id))?.[number] ?? null,
  });
}

const nameTexts = (name: string | null): readonly ShownText[] =>
  name === null ? [] : [{ text: name, value: name }];

function idText(
  { resourceId, tileId, nodeId }: FeatureWithTiles,
  { name }: Queryable & { kind: 'id' },
): ShownText {
  const ids = { resourceinstanceid: resourceId, tileid: tileId, nodeid: nodeId };
  return { text: ids[name], value: ids[name] };
}
