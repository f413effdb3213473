import fc from 'fast-check';

import { repeat } from '../../../functions/permissions/draw.ts';
import type { StoredTile } from '../../../../lib/model/change/stored.ts';
import { ambiguousModels, drawModel } from './model.ts';
import { drawTiles, storedTiles } from './tiles.ts';
import { datatypesWithValues } from './values.ts';

/** An importable graph document, and business data of its resource instances. */
export type Package = { readonly graph: unknown; readonly records: readonly unknown[] };

/** These refer to things that a package would have to bring along. */
const referring = new Set(['concept', 'concept-list', 'node-value']);

const id =
  (prefix: string) =>
  (number: number): string =>
    `${prefix}-0000-4000-8000-${String(number).padStart(12, '0')}`;

const resourceId = id('e5000000');
const graphOf = id('f5000000');

const models = {
  ...ambiguousModels,
  size: 24,
  properties: 1,
  id: graphOf,
  datatypes: datatypesWithValues.filter((name) => !referring.has(name)),
};

/** A resource instance as business data. @param number makes its id */
export function recordOf(graphId: string, number: number, tiles: readonly StoredTile[]): unknown {
  return {
    resourceinstance: {
      graph_id: graphId,
      resourceinstanceid: resourceId(number),
      legacyid: null,
    },
    tiles: tiles.map((tile) => ({
      tileid: tile.tileId,
      nodegroup_id: tile.nodegroupId,
      parenttile_id: tile.parentTileId,
      resourceinstance_id: resourceId(number),
      sortorder: tile.sortOrder,
      data: tile.data,
      provisionaledits: null,
    })),
  };
}

const packages: fc.Arbitrary<Package> = fc.gen().map((draw) => {
  const { document, graph } = drawModel(draw, models);
  const records = repeat(30, (number) => {
    const tileId = id(`d5${String(number).padStart(6, '0')}`);
    return recordOf(graph.graphId, number + 1, drawTiles(draw, graph, { ...storedTiles, tileId }));
  });
  return { graph: document, records };
});

/**
 * A resource model whose nodes mostly have siblings of the same property and class, and thirty resource instances of it; always
 * the same ones.
 */
export function ambiguousPackage(): Package {
  const [found] = fc.sample(packages, { seed: 1, numRuns: 1 });
  if (found === undefined) throw new Error('Nothing was drawn.');
  return found;
}
