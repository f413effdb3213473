import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Shape } from '../../../lib/json-ld/resource-shape.ts';
import { runCount } from '../../support/random/run-count.ts';
import { readBack, resourceId, writeDocument, type Outcome } from './random/documents.ts';
import { hasJoinableTiles, hasSeparableValues } from './random/joinable.ts';
import { allOmissions, omitDocumentParts, type Omission } from './random/omit-document-parts.ts';
import { ambiguousModels, unambiguousModels, describedModels } from './random/model.ts';
import { tilesOf } from './random/outcomes.ts';
import { withoutIds } from './random/same-tiles.ts';
import { anyResource, newTiles, storedTiles, type RandomResource } from './random/tiles.ts';
import { datatypesOfNewValues } from './random/values.ts';

const kinds = [
  { name: 'unambiguous nodes', models: unambiguousModels },
  { name: 'ambiguous nodes', models: ambiguousModels },
  { name: 'values that have properties', models: describedModels },
] as const;

const cases = kinds.flatMap((kind) =>
  (['specification', 'linked'] as const).map((shape) => ({ ...kind, shape })),
);

const omissions = fc.constantFrom(...allOmissions);
const unknownPredicateOptions = fc.constantFrom(
  { unknownPredicates: 'refuse' as const },
  { unknownPredicates: 'ignore' as const },
);

const ownIds = ({ tiles }: RandomResource) => ({
  resourceId,
  tileIds: tiles.map(({ tileId }) => tileId),
});

/**
 * Whether a document distinguishes one value from several. Without ids, several concepts may be one list or several tiles, and
 * two texts of one option may be two tiles (ADR 020).
 */
function distinguishesTiles(resource: RandomResource, shape: Shape, { parts }: Omission): boolean {
  if (!parts.includes('the ids of nodes')) return true;
  if (hasJoinableTiles(resource, shape)) return false;
  return shape === 'specification' || !hasSeparableValues(resource);
}

/** Returns the actual and the expected tiles if they differ. A refused document has no difference. */
function unexpectedTiles(outcome: Outcome, expected: Outcome): readonly unknown[] {
  if (outcome.kind === 'refused') return [];
  const [actualTiles, expectedTiles] = [
    withoutIds(tilesOf(outcome)),
    withoutIds(tilesOf(expected)),
  ];
  // Language tags are case-insensitive, and jsonld.js writes them in lower case.
  const isSame =
    JSON.stringify(actualTiles).toLowerCase() === JSON.stringify(expectedTiles).toLowerCase();
  return isSame ? [] : [{ actualTiles, expectedTiles }];
}

describe.each(cases)(
  'a document in the $shape shape and any form of JSON-LD, of any model with $name, that omits parts',
  ({ models, shape }) => {
    const newModels = {
      ...models,
      datatypes: models.datatypes.filter((name) => datatypesOfNewValues.includes(name)),
    };

    it('is refused, or changes nothing if its resource instance is stored', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyResource(models, storedTiles),
          omissions,
          unknownPredicateOptions,
          async (resource, omission, options) => {
            fc.pre(distinguishesTiles(resource, shape, omission));
            const text = await omitDocumentParts(
              writeDocument(resource, shape),
              omission,
              ownIds(resource),
            );
            const unchanged: Outcome = { kind: 'unchanged', tiles: resource.tiles };
            expect(unexpectedTiles(readBack(text, resource, options), unchanged)).toEqual([]);
          },
        ),
        runCount(100, 40),
      );
    });

    it('is refused, or creates the tiles that the complete document with a named shape creates', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyResource(newModels, newTiles),
          omissions,
          unknownPredicateOptions,
          async (resource, omission, options) => {
            fc.pre(distinguishesTiles(resource, shape, omission));
            const newResource = { graph: resource.graph, tiles: [], isNew: true };
            const completeText = writeDocument(resource, shape);
            const expected = readBack(completeText, newResource, { shape });
            fc.pre(expected.kind !== 'refused');
            const text = await omitDocumentParts(completeText, omission, ownIds(resource));
            expect(unexpectedTiles(readBack(text, newResource, options), expected)).toEqual([]);
          },
        ),
        runCount(100, 40),
      );
    });
  },
);
