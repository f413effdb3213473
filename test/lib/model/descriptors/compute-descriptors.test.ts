import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { compileGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import {
  computeDescriptors,
  extractNames,
  type ComputedDescriptors,
  type NamingSources,
  type DescriptorInput,
} from '../../../../lib/model/descriptors/compute-descriptors.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { parsePublicationId } from '../../../../lib/model/ids.ts';
import { beside, house, houseGraph, tilesOf, title } from '../../../functions/names/house-model.ts';

const [graph] = readGraphDocument(houseGraph()).graphs;
if (graph === undefined) throw new Error('The model of this test is invalid.');
const model = { ...compileGraph(graph), publicationId: parsePublicationId(id(300)) };

const houseCount = 6;
const number = fc.integer({ min: 0, max: houseCount - 1 });
/** Which names contain which other names. */
const references = fc.array(
  fc.record({ within: fc.uniqueArray(number, { maxLength: 3 }), beside: fc.option(number) }),
  { minLength: houseCount, maxLength: houseCount },
);

const createItems = (
  houseReferences: readonly { within: readonly number[]; beside: number | null }[],
) =>
  houseReferences.map((reference, index): DescriptorInput => {
    const { beside: neighbour, ...otherReferences } = reference;
    const tiles = tilesOf(index, {
      title: `H${index}`,
      ...otherReferences,
      ...(neighbour === null ? {} : { beside: neighbour }),
    });
    const dataOf = (nodegroupId: string) =>
      tiles.find((tile) => tile['nodegroup_id'] === nodegroupId)?.['data'];
    const source = [title, beside].flatMap((nodegroupId) => {
      const tileData = dataOf(nodegroupId);
      return tileData === undefined ? [] : [[nodegroupId, { ...Object(tileData) }] as const];
    });
    return { resourceId: house(index), model, tiles: new Map(source) };
  });

/** Creates naming sources from stored texts. */
function createSources(storedTexts: ReadonlyMap<string, ComputedDescriptors>): NamingSources {
  return {
    languages: ['en'],
    concept: () => undefined,
    names: (resourceId) => extractNames(storedTexts.get(resourceId)?.texts ?? {}),
    namedResources: (resourceId) =>
      Object.keys(storedTexts.get(resourceId)?.basis['name']?.resources ?? {}),
  };
}

/**
 * Computes the descriptors one by one until nothing changes.
 * @returns the stored texts, and whether they stopped changing
 */
function computeOneByOne(items: readonly DescriptorInput[]) {
  const stored = new Map<string, ComputedDescriptors>();
  const maxRounds = 3 * items.length;
  for (let round = 1; round <= maxRounds; round += 1) {
    const textsBefore = JSON.stringify([...stored]);
    for (const item of items) {
      const described = computeDescriptors([item], createSources(stored)).get(item.resourceId);
      if (described !== undefined) stored.set(item.resourceId, described);
    }
    if (JSON.stringify([...stored]) === textsBefore) return { stored, isSettled: true };
  }
  return { stored, isSettled: false };
}

const sortById = (described: ReadonlyMap<string, ComputedDescriptors>) =>
  [...described].toSorted(([first], [second]) => (first < second ? -1 : 1));

describe('names that contain names, with or without cycles', () => {
  it('are the same if they are computed together or one by one, in any order', () => {
    fc.assert(
      fc.property(references, fc.integer(), (anyReferences, rotation) => {
        const items = createItems(anyReferences);
        const atOnce = computeDescriptors(items, createSources(new Map()));
        const rotatedItems = items.map(
          (_, index) =>
            items[(((index + rotation) % houseCount) + houseCount) % houseCount] ?? items[index],
        );
        const order = rotatedItems.flatMap((item) => item ?? []).toReversed();
        const { stored, isSettled } = computeOneByOne(order);
        expect(isSettled).toBe(true);
        expect(sortById(stored)).toEqual(sortById(atOnce));
      }),
      { numRuns: 300 },
    );
  });

  it('contain only the own text of another name in a cycle, and its full text without a cycle', () => {
    const ring = Array.from({ length: houseCount }, (_, index) => ({
      within: [(index + 1) % houseCount],
      beside: null,
    }));
    const chain = ring.with(houseCount - 1, { within: [], beside: null });
    const computeFirstName = (houseReferences: typeof ring) =>
      computeDescriptors(createItems(houseReferences), createSources(new Map())).get(house(0))
        ?.texts['en']?.['name'];
    expect(computeFirstName(ring)?.value).toBe('H0, H1');
    expect(computeFirstName(chain)?.value).toBe('H0, H1, H2, H3, H4, H5');
    expect(computeFirstName(chain)?.resources).toEqual([1, 2, 3, 4, 5].map(house));
  });
});
