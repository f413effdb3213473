import { beforeAll, describe, expect, it } from 'vitest';

import type { IncomingNode } from '../../../../lib/json-ld/incoming-value.ts';
import { matchDocument } from '../../../../lib/json-ld/match/match-document.ts';
import type { MatchInput, MatchResult } from '../../../../lib/json-ld/match/match-input.ts';
import type { ResourceContent, Shape } from '../../../../lib/json-ld/resource-shape.ts';
import { isEqualValue } from '../../../../lib/model/change/compare-values.ts';
import { buildResourceTree } from '../../../../lib/model/resources/resource-tree.ts';
import { shapeBuilders } from '../../../../lib/serializers/resources/shape-builders.ts';
import { takeSample } from '../../../support/random/take-sample.ts';
import { findTestData } from '../../../support/test-data.ts';
import { base } from '../mill.ts';
import { incoming, withoutIds } from './incoming-tree.ts';
import { conceptOf, realResources, sampleResources, type RealResource } from './real-resources.ts';

const demoFolder = findTestData('v5demo');
const fixturesFolder = findTestData('arches-fixtures');

const sources = [
  { name: 'the sample', load: sampleResources, isAvailable: true },
  {
    name: 'v5demo',
    load: () => realResources(demoFolder ?? '', ['pkg/graphs/resource_models/*'], ['exported/*']),
    isAvailable: demoFolder !== undefined,
  },
  {
    name: 'arches-fixtures',
    load: () =>
      realResources(
        fixturesFolder ?? '',
        ['fixtures/jsonld_base/models/*.json', 'fixtures/resource_graphs/*.json'],
        ['fixtures/jsonld_base/data/*.json', 'fixtures/data/json/Spatial[vV]iews*.json'],
      ),
    isAvailable: fixturesFolder !== undefined,
  },
].filter(({ isAvailable }) => isAvailable);

/** The input for writing and matching, in which each concept value belongs to a concept with another id. */
function inputOf({ graph, tiles }: RealResource): MatchInput {
  const values = new Map<string, string>();
  const concept: MatchInput['validation']['concept'] = (valueId) => {
    values.set(conceptOf(valueId), valueId);
    return { conceptId: conceptOf(valueId), text: '', language: null, labels: {}, identifiers: [] };
  };
  const reading: MatchInput['readContext'] = {
    baseUrls: [base],
    language: 'en',
    directionOf: () => 'ltr',
    conceptValueId: (uri) => values.get(uri.slice(-36)),
  };
  return {
    baseUrls: [base],
    graph,
    storedTiles: tiles,
    shape: undefined,
    readContext: reading,
    validation: {
      concept,
      resource: () => undefined,
      isInCollection: () => true,
      isTile: () => true,
      timeZone: null,
    },
    accountId: 1,
    unknownPredicates: 'refuse',
    tileIds: 'keep',
    missingTiles: 'delete',
    hiddenNodegroups: new Set(),
    newId: () => crypto.randomUUID(),
  };
}

/** The document of a resource instance in a shape, and the input for matching it. */
function writeDocument(
  resource: RealResource,
  shape: Shape,
): { readonly document: IncomingNode; readonly input: MatchInput } {
  const { graph, resourceId, tiles } = resource;
  const input = inputOf(resource);
  const root = buildResourceTree(graph, tiles);
  const content: ResourceContent = {
    baseUrl: base,
    language: 'en',
    graph,
    resourceId,
    root,
    referenced: input.validation,
  };
  return { document: incoming(shapeBuilders[shape](content)), input };
}

/** The tiles that a document changes or deletes, or its problems. Empty if the document equals the stored tiles. */
function changesOrProblems(matched: MatchResult, { tiles }: RealResource): readonly unknown[] {
  if (matched.kind === 'refused') return matched.problems;
  const stored = new Map<string, RealResource['tiles'][number]>(
    tiles.map((tile) => [tile.tileId, tile]),
  );
  const { intended } = matched;
  return [
    ...intended.deleted,
    ...intended.tiles.filter((tile) => {
      const before = stored.get(tile.tileId);
      return before?.parentTileId !== tile.parentTileId || !hasSameValues(tile.data, before.data);
    }),
  ];
}

function hasSameValues(
  intendedData: Readonly<Record<string, unknown>>,
  storedData: Readonly<Record<string, unknown>>,
): boolean {
  const keys = new Set([...Object.keys(intendedData), ...Object.keys(storedData)]);
  return [...keys].every((key) => isEqualValue(intendedData[key], storedData[key]));
}

/** A few resource instances of each model, from the smallest to the largest. */
function takeSampleOfEachModel(resources: readonly RealResource[]): readonly RealResource[] {
  return [...Map.groupBy(resources, ({ graph }) => graph.graphId).values()].flatMap((ofModel) =>
    takeSample(
      ofModel.toSorted((first, second) => first.tiles.length - second.tiles.length),
      8,
    ),
  );
}

describe.each(sources)('the document of every resource instance of $name', ({ load }) => {
  let resources: readonly RealResource[] = [];

  beforeAll(async () => {
    resources = takeSampleOfEachModel(await load());
  });

  it('exists, for more than fifteen resource instances', () => {
    expect(resources.length).toBeGreaterThan(15);
  });

  it.each(['specification', 'linked'] as const)(
    'changes nothing if it is sent back (%s)',
    (shape) => {
      for (const resource of resources) {
        const { document, input } = writeDocument(resource, shape);
        expect(changesOrProblems(matchDocument(document, input), resource)).toEqual([]);
      }
    },
  );

  it.each(['specification', 'linked'] as const)(
    'changes nothing without the ids of tiles and nodes, which the stored tiles identify (%s)',
    (shape) => {
      for (const resource of resources) {
        const { document, input } = writeDocument(resource, shape);
        expect(changesOrProblems(matchDocument(withoutIds(document), input), resource)).toEqual([]);
      }
    },
  );

  it('changes nothing without the URI of the model, because the stored tiles show its shape', () => {
    for (const resource of resources) {
      const { document, input } = writeDocument(resource, 'specification');
      const types = document.types.filter((type) => !type.includes('/graph/'));
      expect(types.length).toBeLessThan(document.types.length);
      expect(changesOrProblems(matchDocument({ ...document, types }, input), resource)).toEqual([]);
    }
  });

  it('is matched to the same result without the URI of the model if nothing is stored', () => {
    for (const resource of resources) {
      const { document, input } = writeDocument(resource, 'specification');
      const types = document.types.filter((type) => !type.includes('/graph/'));
      const inputWithoutTiles = { ...input, storedTiles: [] };
      const matched = matchDocument({ ...document, types }, inputWithoutTiles);
      expect(matched).toEqual(matchDocument(document, inputWithoutTiles));
    }
  });
});
