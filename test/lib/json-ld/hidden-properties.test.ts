import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { CompiledGraph } from '../../../lib/model/graphs/compiled-graph.ts';
import { hiddenNodegroups } from '../../../lib/model/graphs/hidden-nodegroups.ts';
import type { Shape } from '../../../lib/json-ld/resource-shape.ts';
import { pickSome } from '../../support/random/draw.ts';
import { readBack, written } from './random/documents.ts';
import {
  ambiguousModels,
  clearModels,
  describedModels,
  drawModel,
  type ModelOptions,
} from './random/model.ts';
import { problemsOf, tilesOf } from './random/outcomes.ts';
import { byId } from './random/same-tiles.ts';
import { sketch, sketched } from './random/sketch.ts';
import { drawTiles, storedTiles, type RandomResource } from './random/tiles.ts';

/** A copy of the model in which the cards of these nodegroups are hidden. */
function withHidden(graph: CompiledGraph, chosen: ReadonlySet<string>): CompiledGraph {
  const below = new Set<string>();
  const nodegroups = graph.nodegroups.map((nodegroup) => {
    const parentId = nodegroup.parentNodegroupId ?? '';
    const isBelowHidden = chosen.has(parentId) || below.has(parentId);
    if (isBelowHidden) below.add(nodegroup.nodegroupId);
    return { ...nodegroup, isHidden: chosen.has(nodegroup.nodegroupId), isBelowHidden };
  });
  return { ...graph, nodegroups };
}

/** A resource instance of any model of this kind, with about half of its cards hidden. */
const anyResourceWithHidden = (models: ModelOptions): fc.Arbitrary<RandomResource> =>
  fc.gen().map((draw) => {
    const { graph: open } = drawModel(draw, models);
    const chosen = pickSome(draw, open.nodegroups).map(({ nodegroupId }) => nodegroupId);
    const graph = withHidden(open, new Set(chosen));
    const resource = { graph, tiles: drawTiles(draw, graph, storedTiles) };
    return sketched(resource, () => `${chosen.join(' ')}\n${sketch(graph, resource.tiles)}`);
  });

/** The resource instance without its hidden nodegroups. */
const withoutHidden = ({ graph, tiles }: RandomResource): RandomResource => {
  const hidden = hiddenNodegroups(graph);
  return { graph, tiles: tiles.filter(({ nodegroupId }) => !hidden.has(nodegroupId)) };
};

const kinds = [
  { name: 'clear', models: clearModels },
  { name: 'ambiguous', models: ambiguousModels },
  { name: 'described', models: describedModels },
] as const;
const shapes: readonly Shape[] = ['specification', 'linked'];
const cases = kinds.flatMap((kind) => shapes.map((shape) => ({ ...kind, shape })));

describe.each(cases)('a document of any $name model in the $shape shape', ({ models, shape }) => {
  it('changes nothing if it includes hidden nodegroups, or if it omits them and may do so', () => {
    fc.assert(
      fc.property(anyResourceWithHidden(models), (resource) => {
        const hidden = hiddenNodegroups(resource.graph);
        const [completeText, shown] = [
          written(resource, shape),
          written(withoutHidden(resource), shape),
        ];
        for (const [text, options] of [
          [completeText, {}],
          [completeText, { hiddenNodegroups: hidden }],
          [shown, { hiddenNodegroups: hidden }],
        ] as const) {
          const outcome = readBack(text, resource, options);
          expect(problemsOf(outcome)).toEqual([]);
          expect(outcome.kind).toBe('unchanged');
        }
      }),
    );
  });
});

describe('a document that omits hidden nodegroups but counts as complete', () => {
  it.each(kinds)(
    'deletes the hidden tiles, and changes nothing else ($name models)',
    ({ models }) => {
      fc.assert(
        fc.property(anyResourceWithHidden(models), (resource) => {
          const shown = withoutHidden(resource);
          const outcome = readBack(written(shown, 'specification'), resource);
          expect(problemsOf(outcome)).toEqual([]);
          expect(byId(tilesOf(outcome))).toEqual(byId(shown.tiles));
        }),
      );
    },
  );
});
