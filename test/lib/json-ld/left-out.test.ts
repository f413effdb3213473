import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Shape } from '../../../lib/json-ld/resource-shape.ts';
import { readBack, resourceId, written, type Outcome } from './random/documents.ts';
import { hasJoinableTiles, hasSeparableValues } from './random/joinable.ts';
import { everyLeftOut, leavingOut, type LeftOut } from './random/left-out.ts';
import { ambiguousModels, clearModels, describedModels } from './random/model.ts';
import { tilesOf } from './random/outcomes.ts';
import { withoutIds } from './random/same-tiles.ts';
import { anyResource, newTiles, storedTiles, type RandomResource } from './random/tiles.ts';
import { datatypesOfNewValues } from './random/values.ts';

const kinds = [
  { name: 'clear', models: clearModels },
  { name: 'ambiguous', models: ambiguousModels },
  { name: 'described', models: describedModels },
] as const;

const cases = kinds.flatMap((kind) =>
  (['specification', 'linked'] as const).map((shape) => ({ ...kind, shape })),
);

const leftOut = fc.constantFrom(...everyLeftOut);
const unknown = fc.constantFrom(
  { unknownPredicates: 'refuse' as const },
  { unknownPredicates: 'ignore' as const },
);

const ownIds = ({ tiles }: RandomResource) => ({
  resourceId,
  tileIds: tiles.map(({ tileId }) => tileId),
});

/**
 * Whether a document distinguishes one value from several. Without ids, several concepts may be one list or several tiles, and
 * two texts of one option may be two tiles (ADR 024).
 */
function distinguishesTiles(resource: RandomResource, shape: Shape, { parts }: LeftOut): boolean {
  if (!parts.includes('the ids of nodes')) return true;
  if (hasJoinableTiles(resource, shape)) return false;
  return shape === 'specification' || !hasSeparableValues(resource);
}

/** Returns the difference from the expected tiles; empty if there is none, or if the document is refused. */
function unexpectedTiles(outcome: Outcome, expected: Outcome): readonly unknown[] {
  if (outcome.kind === 'refused') return [];
  const [actual, right] = [withoutIds(tilesOf(outcome)), withoutIds(tilesOf(expected))];
  // Language tags are case-insensitive, and jsonld.js writes them in lower case.
  const isSame = JSON.stringify(actual).toLowerCase() === JSON.stringify(right).toLowerCase();
  return isSame ? [] : [{ actual, right }];
}

describe.each(cases)(
  'a document of any $name model in the $shape shape, without some of its parts and in any form of JSON-LD',
  ({ models, shape }) => {
    const newModels = {
      ...models,
      datatypes: models.datatypes.filter((name) => datatypesOfNewValues.includes(name)),
    };

    it('changes nothing if its resource instance is stored, or is refused', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyResource(models, storedTiles),
          leftOut,
          unknown,
          async (resource, left, options) => {
            fc.pre(distinguishesTiles(resource, shape, left));
            const text = await leavingOut(written(resource, shape), left, ownIds(resource));
            const unchanged: Outcome = { kind: 'unchanged', tiles: resource.tiles };
            expect(unexpectedTiles(readBack(text, resource, options), unchanged)).toEqual([]);
          },
        ),
      );
    });

    it('creates the same tiles as the complete document with a named shape, or is refused', async () => {
      await fc.assert(
        fc.asyncProperty(
          anyResource(newModels, newTiles),
          leftOut,
          unknown,
          async (resource, left, options) => {
            fc.pre(distinguishesTiles(resource, shape, left));
            const newResource = { graph: resource.graph, tiles: [], isNew: true };
            const completeText = written(resource, shape);
            const expected = readBack(completeText, newResource, { shape });
            fc.pre(expected.kind !== 'refused');
            const text = await leavingOut(completeText, left, ownIds(resource));
            expect(unexpectedTiles(readBack(text, newResource, options), expected)).toEqual([]);
          },
        ),
      );
    });
  },
);
