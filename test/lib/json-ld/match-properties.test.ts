import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Shape } from '../../../lib/json-ld/resource-shape.ts';
import type { Draw } from '../../support/random/draw.ts';
import { runCount } from '../../support/random/run-count.ts';
import { triesAllCases } from '../../support/random/take-sample.ts';
import { deepTwins, equalSiblings, manyTiles, differentSiblings } from './random/adversarial.ts';
import { rdfValue } from './mill.ts';
import { copiedNode, textChanges } from './random/copies.ts';
import { readBack, shownInLinked, removeNodeUris, writeDocument } from './random/documents.ts';
import { hasJoinableTiles, hasSeparableValues } from './random/joinable.ts';
import {
  ambiguousModels,
  unambiguousModels,
  describedModels,
  drawModel,
  type ModelOptions,
} from './random/model.ts';
import type { Subject } from './random/mutated.ts';
import { mutations } from './random/mutations.ts';
import { drawLaterTiles, expressibleTiles } from './random/other-tiles.ts';
import {
  findErrorsInAmbiguity,
  findErrorsInRefusal,
  problemsOf,
  tilesOf,
} from './random/outcomes.ts';
import { tilesById, withoutIds } from './random/same-tiles.ts';
import { sketch, withSketch } from './random/sketch.ts';
import {
  anyResource,
  drawTiles,
  newTiles,
  storedTiles,
  type RandomResource,
} from './random/tiles.ts';
import { datatypesOfNewValues } from './random/values.ts';

const kinds = [
  { name: 'unambiguous nodes', models: unambiguousModels },
  { name: 'ambiguous nodes', models: ambiguousModels },
  { name: 'values that have properties', models: describedModels },
] as const;

/** Each property is tried on three kinds of models, most of them also in both shapes. */
const runs = runCount(100, 30);

const everyShape: readonly Shape[] = ['specification', 'linked'];

const cases = kinds.flatMap((kind) => everyShape.map((shape) => ({ ...kind, shape })));

const asNewResource = ({ graph }: RandomResource): RandomResource & { readonly isNew: true } => ({
  graph,
  tiles: [],
  isNew: true,
});

/** The tiles that a document in the shape contains. */
const tilesInDocument = (resource: RandomResource, shape: Shape): RandomResource['tiles'] =>
  shape === 'specification' ? resource.tiles : shownInLinked(resource);

describe.each(cases)(
  'a document in the $shape shape, of any model with $name,',
  ({ models, shape }) => {
    const storedResources = anyResource(models, storedTiles);
    const newModels = {
      ...models,
      datatypes: models.datatypes.filter((name) => datatypesOfNewValues.includes(name)),
    };
    const newResources = anyResource(newModels, newTiles);
    // Without its @id, a node below a value cannot be distinguished from the value if both are in `rdf:value`.
    const distinguishableModels = {
      ...newModels,
      properties: models.properties.filter((property) => property !== rdfValue),
    };

    it('changes nothing if it is sent back', () => {
      fc.assert(
        fc.property(storedResources, (resource) => {
          const outcome = readBack(writeDocument(resource, shape), resource);
          expect(problemsOf(outcome)).toEqual([]);
          expect(outcome.kind).toBe('unchanged');
        }),
        runs,
      );
    });

    it('recreates its tiles if nothing is stored, or is refused as ambiguous', () => {
      fc.assert(
        fc.property(newResources, (resource) => {
          fc.pre(shape === 'specification' || !hasJoinableTiles(resource, shape));
          const text = writeDocument(resource, shape);
          const outcome = readBack(text, asNewResource(resource), { shape });
          // In the linked shape, an IRI without a class can be a web address or a controlled list item.
          const isAllowedRefusal = shape === 'linked' && outcome.kind === 'refused';
          const toComparable = shape === 'specification' ? tilesById : withoutIds;
          const [actual, expected] = isAllowedRefusal
            ? [findErrorsInAmbiguity(outcome, JSON.parse(text)), []]
            : [toComparable(tilesOf(outcome)), toComparable(tilesInDocument(resource, shape))];
          expect(actual).toEqual(expected);
        }),
        runs,
      );
    });

    it('recreates its tiles even without the @ids of its nodes, or is refused as ambiguous', () => {
      fc.assert(
        fc.property(anyResource(distinguishableModels, newTiles), (resource) => {
          fc.pre(!hasJoinableTiles(resource, shape));
          const text = removeNodeUris(writeDocument(resource, shape), resource.tiles);
          const outcome = readBack(text, asNewResource(resource), { shape });
          const [actual, expected] =
            outcome.kind === 'refused'
              ? [findErrorsInAmbiguity(outcome, JSON.parse(text)), []]
              : [withoutIds(outcome.tiles), withoutIds(tilesInDocument(resource, shape))];
          expect(actual).toEqual(expected);
        }),
        runs,
      );
    });

    it('changes the stored tiles into its own tiles, or is refused as ambiguous in the linked shape', () => {
      const pairs = fc.gen().map((draw) => {
        const { graph } = drawModel(draw, newModels);
        const tiles = tilesInDocument({ graph, tiles: drawTiles(draw, graph, newTiles) }, shape);
        const laterTiles = tilesInDocument(
          { graph, tiles: drawLaterTiles(draw, graph, tiles) },
          shape,
        );
        const pair = {
          graph,
          tiles,
          laterTiles,
          expressible: (anyTiles: typeof tiles) => expressibleTiles(graph, anyTiles, shape),
        };
        return withSketch(pair, () => sketch(graph, tiles) + sketch(graph, laterTiles));
      });
      fc.assert(
        fc.property(pairs, ({ graph, tiles, laterTiles, expressible }) => {
          const resources = [tiles, laterTiles].map((tilesAtOneTime) => ({
            graph,
            tiles: tilesAtOneTime,
          }));
          const isUnambiguous = resources.every(
            (resource) => !hasJoinableTiles(resource, shape) && !hasSeparableValues(resource),
          );
          fc.pre(shape === 'specification' || isUnambiguous);
          const text = writeDocument({ graph, tiles: laterTiles }, shape);
          const outcome = readBack(text, { graph, tiles }, { shape });
          const toComparable = shape === 'specification' ? tilesById : withoutIds;
          const isAllowedRefusal = shape === 'linked' && outcome.kind === 'refused';
          const [actual, expected] = isAllowedRefusal
            ? [findErrorsInAmbiguity(outcome, JSON.parse(text)), []]
            : [toComparable(expressible(tilesOf(outcome))), toComparable(expressible(laterTiles))];
          expect(actual).toEqual(expected);
        }),
        runs,
      );
    });
  },
);

/** A stored resource instance, with its document in the shape of the specification. */
function anySubject(
  models: ModelOptions,
): fc.Arbitrary<{ readonly draw: Draw; readonly subject: Subject }> {
  return fc.gen().map((draw) => {
    const { graph } = drawModel(draw, models);
    const tiles = drawTiles(draw, graph, storedTiles);
    const document: unknown = JSON.parse(writeDocument({ graph, tiles }, 'specification'));
    return { draw, subject: { graph, tiles, document } };
  });
}

function sketchChange(
  { graph, tiles }: Subject,
  change: { readonly document: unknown; readonly pointer: string } | undefined,
): string {
  const { document, pointer } = change ?? {};
  return `${sketch(graph, tiles)}${pointer}\n${JSON.stringify(document, null, 1)}\n`;
}

describe.each(kinds)('a changed document of any model with $name', ({ models }) => {
  const subjects = anySubject(models);

  it.each(Object.entries(mutations))(
    '%s makes exactly this change, or is refused with a pointer to it',
    (_title, mutate) => {
      const changes = subjects.map(({ draw, subject }) => {
        const mutated = mutate(draw, subject);
        return withSketch({ subject, mutated }, () => sketchChange(subject, mutated));
      });
      fc.assert(
        fc.property(changes, ({ subject, mutated }) => {
          fc.pre(mutated !== undefined);
          const outcome = readBack(JSON.stringify(mutated.document), subject);
          const { document, pointer, expectedOutcome, tiles } = mutated;
          const [actual, expected] =
            outcome.kind === 'refused'
              ? [findErrorsInRefusal(outcome, document, pointer), []]
              : [tilesById(outcome.tiles), tilesById(tiles)];
          const mustBeRefused =
            expectedOutcome === 'either'
              ? outcome.kind === 'refused'
              : expectedOutcome === 'refused';
          expect(actual).toEqual(expected);
          expect(problemsOf(outcome).length > 0).toBe(mustBeRefused);
        }),
        runs,
      );
    },
  );

  it('with a copy of a node, without @ids, adds only the copy, or is refused with a pointer to it', () => {
    const changes = subjects.map(({ draw, subject }) => {
      const copied = copiedNode(draw, subject);
      return withSketch({ subject, copied }, () => sketchChange(subject, copied));
    });
    fc.assert(
      fc.property(changes, ({ subject, copied }) => {
        fc.pre(copied !== undefined);
        const outcome = readBack(JSON.stringify(copied.document), subject);
        const [actual, expected] =
          outcome.kind === 'refused'
            ? [findErrorsInRefusal(outcome, copied.document, copied.pointer), []]
            : [
                textChanges(subject.graph, subject.tiles, outcome.tiles),
                { added: copied.texts, removed: [] },
              ];
        expect(actual).toEqual(expected);
      }),
      runs,
    );
  });
});

describe('a document for which trying every combination would take too long', () => {
  const siblingCount = triesAllCases ? 1000 : 300;
  const tileCount = triesAllCases ? 5000 : 1000;

  it.each([
    { title: 'equal siblings', adversary: equalSiblings(siblingCount, 10) },
    { title: 'different siblings', adversary: differentSiblings(siblingCount, 10) },
  ])(
    'is refused as ambiguous if it has hundreds of $title that fit ten nodes each',
    ({ adversary }) => {
      const outcome = readBack(adversary.text, { ...adversary, isNew: true });
      expect(findErrorsInAmbiguity(outcome, JSON.parse(adversary.text))).toEqual([]);
    },
  );

  it('is accepted if only the last of a hundred levels decides between two nodes at each level', () => {
    const adversary = deepTwins(100);
    const outcome = readBack(adversary.text, { ...adversary, isNew: true });
    expect(tilesOf(outcome)).toHaveLength(100);
  });

  it.each(everyShape)(
    'changes nothing if it contains all of a thousand or more stored tiles (%s shape)',
    (shape) => {
      const resource = manyTiles(tileCount);
      const outcome = readBack(writeDocument(resource, shape), resource);
      expect(problemsOf(outcome)).toEqual([]);
      expect(outcome.kind).toBe('unchanged');
    },
  );

  it.each(everyShape)('creates a thousand or more new tiles (%s shape)', (shape) => {
    const resource = manyTiles(tileCount);
    const outcome = readBack(writeDocument(resource, shape), asNewResource(resource));
    expect(withoutIds(tilesOf(outcome))).toEqual(withoutIds(resource.tiles));
  });
});
