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

const newResource = ({ graph }: RandomResource): RandomResource & { readonly isNew: true } => ({
  graph,
  tiles: [],
  isNew: true,
});

/** The tiles that a document in the shape contains. */
const tilesInDocument = (resource: RandomResource, shape: Shape): RandomResource['tiles'] =>
  shape === 'specification' ? resource.tiles : shownInLinked(resource);

describe.each(cases)('a document of any $name model in the $shape shape', ({ models, shape }) => {
  const storedResources = anyResource(models, storedTiles);
  const newModels = {
    ...models,
    datatypes: models.datatypes.filter((name) => datatypesOfNewValues.includes(name)),
  };
  const newResources = anyResource(newModels, newTiles);
  // Without its @id, a node below a value cannot be distinguished from the value if both are in `rdf:value`.
  const distinguishableModels = {
    ...newModels,
    properties: models.properties.filter((one) => one !== rdfValue),
  };

  it('changes nothing if it is sent back', () => {
    fc.assert(
      fc.property(storedResources, (resource) => {
        const outcome = readBack(written(resource, shape), resource);
        expect(problemsOf(outcome)).toEqual([]);
        expect(outcome.kind).toBe('unchanged');
      }),
    );
  });

  it('creates the same tiles if nothing is stored, or is refused as ambiguous', () => {
    fc.assert(
      fc.property(newResources, (resource) => {
        fc.pre(shape === 'specification' || !hasJoinableTiles(resource, shape));
        const text = written(resource, shape);
        const outcome = readBack(text, newResource(resource), { shape });
        // In the linked shape, an IRI without a class can be a web address or a controlled list item.
        const mayBeRefused = shape === 'linked' && outcome.kind === 'refused';
        const same = shape === 'specification' ? byId : withoutIds;
        const [actual, expected] = mayBeRefused
          ? [objectionsToAmbiguity(outcome, JSON.parse(text)), []]
          : [same(tilesOf(outcome)), same(tilesInDocument(resource, shape))];
        expect(actual).toEqual(expected);
      }),
    );
  });

  it('creates the same tiles without the @ids of its nodes, or is refused as ambiguous', () => {
    fc.assert(
      fc.property(anyResource(distinguishableModels, newTiles), (resource) => {
        fc.pre(!hasJoinableTiles(resource, shape));
        const text = withoutNames(written(resource, shape), resource.tiles);
        const outcome = readBack(text, newResource(resource), { shape });
        const [actual, expected] =
          outcome.kind === 'refused'
            ? [objectionsToAmbiguity(outcome, JSON.parse(text)), []]
            : [withoutIds(outcome.tiles), withoutIds(tilesInDocument(resource, shape))];
        expect(actual).toEqual(expected);
      }),
    );
  });

  it('changes the stored tiles into exactly those of the document', () => {
    const pairs = fc.gen().map((draw) => {
      const { graph } = drawModel(draw, newModels);
      const tiles = tilesInDocument({ graph, tiles: drawTiles(draw, graph, newTiles) }, shape);
      const later = tilesInDocument({ graph, tiles: drawOther(draw, graph, tiles) }, shape);
      const pair = {
        graph,
        tiles,
        later,
        comparable: (some: typeof tiles) => withoutChoice(graph, some, shape),
      };
      return sketched(pair, () => sketch(graph, tiles) + sketch(graph, later));
    });
    fc.assert(
      fc.property(pairs, ({ graph, tiles, later, comparable }) => {
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
          : [same(comparable(tilesOf(outcome))), same(comparable(later))];
        expect(actual).toEqual(expected);
      }),
    );
  });
});

/** A stored resource instance, with its document in the shape of the specification. */
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

describe.each(kinds)('a changed document of any $name model', ({ models }) => {
  const subjects = anySubject(models);

  it.each(Object.entries(mutations))(
    '%s changes exactly that, or is refused with a pointer to it',
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

  it('with a copy of a node without an @id adds exactly that copy, or is refused with a pointer to it', () => {
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

describe('a document for which trying every combination would take too long', () => {
  it.each([
    { title: 'equal siblings', adversary: equalSiblings(1000, 10) },
    { title: 'different siblings', adversary: unlikeSiblings(1000, 10) },
  ])(
    'is refused as ambiguous if it has a thousand $title that fit ten nodes each',
    ({ adversary }) => {
      const outcome = readBack(adversary.text, { ...adversary, isNew: true });
      expect(objectionsToAmbiguity(outcome, JSON.parse(adversary.text))).toEqual([]);
    },
  );

  it('is accepted if only the last of a hundred levels decides between two nodes at each level', () => {
    const adversary = deepTwins(100);
    const outcome = readBack(adversary.text, { ...adversary, isNew: true });
    expect(tilesOf(outcome)).toHaveLength(100);
  });

  it.each(everyShape)('changes nothing if it has the five thousand stored tiles (%s)', (shape) => {
    const resource = manyTiles(5000);
    const outcome = readBack(written(resource, shape), resource);
    expect(problemsOf(outcome)).toEqual([]);
    expect(outcome.kind).toBe('unchanged');
  });

  it.each(everyShape)('creates five thousand new tiles (%s)', (shape) => {
    const resource = manyTiles(5000);
    const outcome = readBack(written(resource, shape), newResource(resource));
    expect(withoutIds(tilesOf(outcome))).toEqual(withoutIds(resource.tiles));
  });
});
