import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CompiledGraph } from '../../../lib/model/graphs/compiled-graph.ts';
import { listHiddenNodegroupIds } from '../../../lib/model/graphs/hidden-nodegroups.ts';
import type { Shape } from '../../../lib/json-ld/resource-shape.ts';
import { pickSome } from '../../support/random/draw.ts';
import { readBack, writeDocument } from './random/documents.ts';
import {
  ambiguousModels,
  unambiguousModels,
  describedModels,
  drawModel,
  type ModelOptions,
} from './random/model.ts';
import { problemsOf, tilesOf } from './random/outcomes.ts';
import { tilesById } from './random/same-tiles.ts';
import { sketch, withSketch } from './random/sketch.ts';
import { drawTiles, storedTiles, type RandomResource } from './random/tiles.ts';

/** A copy of the model in which the cards of these nodegroups are hidden. */
function withHiddenCards(graph: CompiledGraph, hiddenIds: ReadonlySet<string>): CompiledGraph {
  const belowHiddenIds = new Set<string>();
  const nodegroups = graph.nodegroups.map((nodegroup) => {
    const parentId = nodegroup.parentNodegroupId ?? '';
    const isBelowHidden = hiddenIds.has(parentId) || belowHiddenIds.has(parentId);
    if (isBelowHidden) belowHiddenIds.add(nodegroup.nodegroupId);
    return { ...nodegroup, isHidden: hiddenIds.has(nodegroup.nodegroupId), isBelowHidden };
  });
  return { ...graph, nodegroups };
}

/** A resource instance of any model of this kind, in which about half of the cards are hidden. */
const anyResourceWithHidden = (models: ModelOptions): fc.Arbitrary<RandomResource> =>
  fc.gen().map((draw) => {
    const { graph: visibleGraph } = drawModel(draw, models);
    const hiddenIds = pickSome(draw, visibleGraph.nodegroups).map(({ nodegroupId }) => nodegroupId);
    const graph = withHiddenCards(visibleGraph, new Set(hiddenIds));
    const resource = { graph, tiles: drawTiles(draw, graph, storedTiles) };
    return withSketch(resource, () => `${hiddenIds.join(' ')}\n${sketch(graph, resource.tiles)}`);
  });

/** The resource instance without its hidden nodegroups. */
const withoutHidden = ({ graph, tiles }: RandomResource): RandomResource => {
  const hidden = listHiddenNodegroupIds(graph);
  return { graph, tiles: tiles.filter(({ nodegroupId }) => !hidden.has(nodegroupId)) };
};

const kinds = [
  { name: 'unambiguous nodes', models: unambiguousModels },
  { name: 'ambiguous nodes', models: ambiguousModels },
  { name: 'values that have properties', models: describedModels },
] as const;
const shapes: readonly Shape[] = ['specification', 'linked'];
const cases = kinds.flatMap((kind) => shapes.map((shape) => ({ ...kind, shape })));

describe.each(cases)(
  'a document in the $shape shape, of any model with $name,',
  ({ models, shape }) => {
    it('changes nothing, whether it includes hidden nodegroups or is allowed to omit them', () => {
      fc.assert(
        fc.property(anyResourceWithHidden(models), (resource) => {
          const hidden = listHiddenNodegroupIds(resource.graph);
          const [completeText, visibleText] = [
            writeDocument(resource, shape),
            writeDocument(withoutHidden(resource), shape),
          ];
          for (const [text, options] of [
            [completeText, {}],
            [completeText, { hiddenNodegroups: hidden }],
            [visibleText, { hiddenNodegroups: hidden }],
          ] as const) {
            const outcome = readBack(text, resource, options);
            expect(problemsOf(outcome)).toEqual([]);
            expect(outcome.kind).toBe('unchanged');
          }
        }),
      );
    });
  },
);

describe('a document that omits hidden nodegroups although it is read as complete', () => {
  it.each(kinds)('deletes only the hidden tiles (models with $name)', ({ models }) => {
    fc.assert(
      fc.property(anyResourceWithHidden(models), (resource) => {
        const visibleResource = withoutHidden(resource);
        const outcome = readBack(writeDocument(visibleResource, 'specification'), resource);
        expect(problemsOf(outcome)).toEqual([]);
        expect(tilesById(tilesOf(outcome))).toEqual(tilesById(visibleResource.tiles));
      }),
    );
  });
});
