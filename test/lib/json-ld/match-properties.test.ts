import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Shape } from '../../../lib/json-ld/resource-shape.ts';
import type { Draw } from '../../support/random/draw.ts';
import { deepTwins, equalSiblings, manyTiles, unlikeSiblings } from './random/adversarial.ts';
import { rdfValue } from './mill.ts';
import { copiedNode, textsBetween } from './random/copies.ts';
import { readBack, shownInLinked, withoutNames, written } from './random/documents.ts';
import { hasJoinableTiles, hasSeparableValues } from './random/joinable.ts';
import {
  ambiguousModels,
  clearModels,
  describedModels,
  drawModel,
  type ModelOptions,
} from './random/model.ts';
import type { Subject } from './random/mutated.ts';
import { mutations } from './random/mutations.ts';
import { drawOther, withoutChoice } from './random/other-tiles.ts';
import {
  objectionsToAmbiguity,
  objectionsToRefusal,
  problemsOf,
  tilesOf,
} from './random/outcomes.ts';
import { byId, withoutIds } from './random/same-tiles.ts';
import { sketch, sketched } from './random/sketch.ts';
import {
  anyResource,
  drawTiles,
  newTiles,
  storedTiles,
  type RandomResource,
} from './random/tiles.ts';
import { datatypesOfNewValues } from './random/values.ts';

const kinds = [
  { name: 'clear', models: clearModels },
  { name: 'ambiguous', models: ambiguousModels },
  { name: 'described', models: describedModels },
] as const;

const everyShape: readonly Shape[] = ['specification', 'linked'];

const cases = kinds.flatMap((kind) => everyShape.map((shape) => ({ ...kind, shape })));

const nothing = ({ graph }: RandomResource): RandomResource & { readonly isNew: true } => ({
  graph,
  tiles: [],
  isNew: true,
});

/** The tiles that a document of a shape tells of. */
const told = (resource: RandomResource, shape: Shape): RandomResource['tiles'] =>
  shape === 'specification' ? resource.tiles : shownInLinked(resource);

describe.each(cases)('a document of any $name model in the $shape shape', ({ models, shape }) => {
  const stored = anyResource(models, storedTiles);
  const newModels = {
    ...models,
    datatypes: models.datatypes.filter((name) => datatypesOfNewValues.includes(name)),
  };
  const anew = anyResource(newModels, newTiles);
  // Without its name a node below a value cannot be told from the value, where both are in `rdf:value`.
  const tellable = {
    ...newModels,
    properties: models.properties.filter((one) => one !== rdfValue),
  };

  it('changes nothing where it is written back', () => {
    fc.assert(
      fc.property(stored, (resource) => {
        const outcome = readBack(written(resource, shape), resource);
        expect(problemsOf(outcome)).toEqual([]);
        expect(outcome.kind).toBe('unchanged');
      }),
    );
  });

  it('makes the same tiles where nothing is stored, or is refused as ambiguous', () => {
    fc.assert(
      fc.property(anew, (resource) => {
        fc.pre(shape === 'specification' || !hasJoinableTiles(resource, shape));
        const text = written(resource, shape);
        const outcome = readBack(text, nothing(resource), { shape });
        // In linked data an address without a class may be a web address or an item of a list.
        const mayBeRefused = shape === 'linked' && outcome.kind === 'refused';
        const same = shape === 'specification' ? byId : withoutIds;
        const [actual, expected] = mayBeRefused
          ? [objectionsToAmbiguity(outcome, JSON.parse(text)), []]
          : [same(tilesOf(outcome)), same(told(resource, shape))];
        expect(actual).toEqual(expected);
      }),
    );
  });

  it('makes the same tiles without the names of its nodes, or is refused as ambiguous', () => {
    fc.assert(
      fc.property(anyResource(tellable, newTiles), (resource) => {
        fc.pre(!hasJoinableTiles(resource, shape));
        const text = withoutNames(written(resource, shape), resource.tiles);
        const outcome = readBack(text, nothing(resource), { shape });
        const [actual, expected] =
          outcome.kind === 'refused'
            ? [objectionsToAmbiguity(outcome, JSON.parse(text)), []]
            : [withoutIds(outcome.tiles), withoutIds(told(resource, shape))];
        expect(actual).toEqual(expected);
      }),
    );
  });

  it('makes exactly what it tells of the tiles that are stored', () => {
    const pairs = fc.gen().map((draw) => {
      const { graph } = drawModel(draw, newModels);
      const tiles = told({ graph, tiles: drawTiles(draw, graph, newTiles) }, shape);
      const later = told({ graph, tiles: drawOther(draw, graph, tiles) }, shape);
      const pair = {
        graph,
        tiles,
        later,
        seen: (some: typeof tiles) => withoutChoice(graph, some, shape),
      };
      return sketched(pair, () => sketch(graph, tiles) + sketch(graph, later));
    });
    fc.assert(
      fc.property(pairs, ({ graph, tiles, later, seen }) => {
        const both = [tiles, later].map((some) => ({ graph, tiles: some }));
        const isClear = both.every(
          (one) => !hasJoinableTiles(one, shape) && !hasSeparableValues(one),
        );
        fc.pre(shape === 'specification' || isClear);
        const text = written({ graph, tiles: later }, shape);
        const outcome = readBack(text, { graph, tiles }, { shape });
        const same = shape === 'specification' ? byId : withoutIds;
        const isUnclear = shape === 'linked' && outcome.kind === 'refused';
        const [actual, expected] = isUnclear
          ? [objectionsToAmbiguity(outcome, JSON.parse(text)), []]
          : [same(seen(tilesOf(outcome))), same(seen(later))];
        expect(actual).toEqual(expected);
      }),
    );
  });
});

/** A resource instance that is stored, with its document in the shape of the specification. */
function anySubject(
  models: ModelOptions,
): fc.Arbitrary<{ readonly draw: Draw; readonly subject: Subject }> {
  return fc.gen().map((draw) => {
    const { graph } = drawModel(draw, models);
    const tiles = drawTiles(draw, graph, storedTiles);
    const document: unknown = JSON.parse(written({ graph, tiles }, 'specification'));
    return { draw, subject: { graph, tiles, document } };
  });
}

function changeSketch(
  { graph, tiles }: Subject,
  change: { readonly document: unknown; readonly place: string } | undefined,
): string {
  const { document, place } = change ?? {};
  return `${sketch(graph, tiles)}${place}\n${JSON.stringify(document, null, 1)}\n`;
}

describe.each(kinds)('a document of any $name model that was changed', ({ models }) => {
  const subjects = anySubject(models);

  it.each(Object.entries(mutations))(
    '%s changes exactly that, or is refused with the place',
    (_title, mutate) => {
      const changes = subjects.map(({ draw, subject }) => {
        const mutated = mutate(draw, subject);
        return sketched({ subject, mutated }, () => changeSketch(subject, mutated));
      });
      fc.assert(
        fc.property(changes, ({ subject, mutated }) => {
          fc.pre(mutated !== undefined);
          const outcome = readBack(JSON.stringify(mutated.document), subject);
          const { document, place, right, tiles } = mutated;
          const [actual, expected] =
            outcome.kind === 'refused'
              ? [objectionsToRefusal(outcome, document, place), []]
              : [byId(outcome.tiles), byId(tiles)];
          const isRefused = right === 'either' ? outcome.kind === 'refused' : right === 'refused';
          expect(actual).toEqual(expected);
          expect(problemsOf(outcome).length > 0).toBe(isRefused);
        }),
      );
    },
  );

  it('with a copy of a node that has no name adds exactly that, or is refused with the place', () => {
    const changes = subjects.map(({ draw, subject }) => {
      const copied = copiedNode(draw, subject);
      return sketched({ subject, copied }, () => changeSketch(subject, copied));
    });
    fc.assert(
      fc.property(changes, ({ subject, copied }) => {
        fc.pre(copied !== undefined);
        const outcome = readBack(JSON.stringify(copied.document), subject);
        const [actual, expected] =
          outcome.kind === 'refused'
            ? [objectionsToRefusal(outcome, copied.document, copied.place), []]
            : [
                textsBetween(subject.graph, subject.tiles, outcome.tiles),
                { more: copied.texts, less: [] },
              ];
        expect(actual).toEqual(expected);
      }),
    );
  });
});

describe('a document that takes long where everything is tried', () => {
  it.each([
    { title: 'siblings that say the same', adversary: equalSiblings(1000, 10) },
    { title: 'siblings that say something else each', adversary: unlikeSiblings(1000, 10) },
  ])('of a thousand $title, each of ten nodes, is refused', ({ adversary }) => {
    const outcome = readBack(adversary.text, { ...adversary, isNew: true });
    expect(objectionsToAmbiguity(outcome, JSON.parse(adversary.text))).toEqual([]);
  });

  it('of a hundred levels of twins is read as the ones that have the text', () => {
    const adversary = deepTwins(100);
    const outcome = readBack(adversary.text, { ...adversary, isNew: true });
    expect(tilesOf(outcome)).toHaveLength(100);
  });

  it.each(everyShape)('of five thousand tiles changes nothing (%s)', (shape) => {
    const resource = manyTiles(5000);
    const outcome = readBack(written(resource, shape), resource);
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.kind).toBe('unchanged');
  });

  it.each(everyShape)('of five thousand tiles makes them anew (%s)', (shape) => {
    const resource = manyTiles(5000);
    const outcome = readBack(written(resource, shape), nothing(resource));
    expect(withoutIds(tilesOf(outcome))).toEqual(withoutIds(resource.tiles));
  });
});
