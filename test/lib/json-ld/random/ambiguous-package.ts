import fc from 'fast-check';

import { repeat } from '../../../support/random/draw.ts';
import type { CompiledGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { ambiguousModels, anyProperties, drawModel } from './model.ts';
import { drawTiles, storedTiles } from './tiles.ts';
import { datatypesWithValues } from './values.ts';

/** An importable graph document, and business data of its resource instances. */
export type Package = { readonly graph: unknown; readonly records: readonly unknown[] };

/** Datatypes whose values refer to objects that the package would have to contain. */
const referringDatatypes = new Set(['concept', 'concept-list', 'node-value']);

const idsWithPrefix =
  (prefix: string) =>
  (number: number): string =>
    `${prefix}-0000-4000-8000-${String(number).padStart(12, '0')}`;

const createResourceId = idsWithPrefix('e5000000');
const createGraphId = idsWithPrefix('f5000000');

const models = {
  ...ambiguousModels,
  size: 24,
  properties: anyProperties(1),
  id: createGraphId,
  datatypes: datatypesWithValues.filter((name) => !referringDatatypes.has(name)),
};

/** A resource instance as business data; `number` determines its id. */
export function asBusinessData(
  graphId: string,
  number: number,
  tiles: readonly StoredTile[],
): unknown {
  return {
    resourceinstance: {
      graph_id: graphId,
      resourceinstanceid: createResourceId(number),
      legacyid: null,
    },
    tiles: tiles.map((tile) => ({
      tileid: tile.tileId,
      nodegroup_id: tile.nodegroupId,
      parenttile_id: tile.parentTileId,
      resourceinstance_id: createResourceId(number),
      sortorder: tile.sortOrder,
      data: tile.data,
      provisionaledits: null,
    })),
  };
}

/** Whether most nodes have a sibling of the same property and class. */
function hasMostlyTwins({ nodes }: CompiledGraph): boolean {
  const siblings = Map.groupBy(nodes, ({ parentNodeId, ontologyProperty, ontologyClass }) =>
    JSON.stringify([parentNodeId, ontologyProperty, ontologyClass]),
  );
  const twins = [...siblings.values()].filter(({ length }) => length > 1).flat();
  return twins.length > nodes.length / 2;
}

// gen() draws from a copy of the random generator: without the number, every attempt of the filter would be the same.
const drawnModels = fc
  .tuple(fc.nat(), fc.gen())
  .map(([, draw]) => ({ draw, ...drawModel(draw, models) }))
  .filter(({ graph }) => hasMostlyTwins(graph));

const packages: fc.Arbitrary<Package> = drawnModels.map(({ draw, document, graph }) => {
  const records = repeat(30, (number) => {
    const tileId = idsWithPrefix(`d5${String(number).padStart(6, '0')}`);
    return asBusinessData(
      graph.graphId,
      number + 1,
      drawTiles(draw, graph, { ...storedTiles, tileId }),
    );
  });
  return { graph: document, records };
});

/**
 * A resource model whose nodes mostly have siblings of the same property and class, with thirty resource instances. Every call
 * returns the same package.
 */
export function ambiguousPackage(): Package {
  const [found] = fc.sample(packages, 1);
  if (found === undefined) throw new Error('fast-check has drawn no package.');
  return found;
}
