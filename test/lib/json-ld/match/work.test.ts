import { describe, expect, it } from 'vitest';

import type { StoredTile } from '../../../../lib/model/change/stored-resource.ts';
import { crm } from '../mill.ts';
import {
  codesOf,
  conceptUri,
  conceptValue,
  deletedBy,
  match,
  modelOf,
  problemsOf,
  createStoredTile,
  tilesOf,
  inputOf,
  type NodeSketch,
  type SmallModel,
} from './small-models.ts';

/*
 * These tests count work instead of measuring time: the calls of `conceptValueId` and `concept` for a document, and for one of
 * twice the size.
 */

const hasType = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const thing = crm('E24_Physical_Man-Made_Thing');

const numbers = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

/** An input that counts the calls of its lookups of concepts. */
function countingInput(model: SmallModel, tiles: readonly StoredTile[]) {
  const input = inputOf(model, tiles, { shape: 'linked' });
  let lookupCount = 0;
  return {
    input: {
      ...input,
      readContext: {
        ...input.readContext,
        conceptValueId: (...parameters: Parameters<typeof input.readContext.conceptValueId>) => {
          lookupCount += 1;
          return input.readContext.conceptValueId(...parameters);
        },
      },
      validation: {
        ...input.validation,
        concept: (valueId: string) => {
          lookupCount += 1;
          return input.validation.concept(valueId);
        },
        isInCollection: () => true,
      },
    },
    countLookups: () => lookupCount,
  };
}

const siblingNodes = (count: number): Readonly<Record<string, NodeSketch>> =>
  Object.fromEntries(
    numbers(count).map((number) => [
      `type ${number}`,
      { property: hasType, datatype: 'concept', class: null, tiles: 'n' },
    ]),
  );

const conceptReference = (number: number) => ({ '@id': conceptUri((number % 800) + 1) });

describe('the work of matching a document', () => {
  const model = modelOf({
    part: { property: part, datatype: 'semantic', class: thing, tiles: 'n' },
    type: { in: 'part', property: hasType, datatype: 'concept', class: null },
    kind: {
      in: 'part',
      property: crm('P45_consists_of'),
      datatype: 'concept',
      class: null,
      tiles: 'n',
    },
  });
  const createDocument = (size: number) => ({
    [part]: numbers(size).map((number) => ({
      [hasType]: conceptReference(number),
      [crm('P45_consists_of')]: [conceptReference(number + 1), conceptReference(number + 2)],
    })),
  });
  const createTiles = (size: number): readonly StoredTile[] =>
    numbers(size).flatMap((number) => [
      createStoredTile(model, number, 'part', { type: conceptValue((number % 800) + 1) }),
      ...[1, 2].map((kindNumber) =>
        createStoredTile(
          model,
          number * 2 + 10_000 + kindNumber,
          'kind',
          { kind: conceptValue(((number + kindNumber) % 800) + 1) },
          number,
        ),
      ),
    ]);

  it.each([
    { title: 'with new tiles', storedTilesFor: () => [] },
    { title: 'with stored tiles that have no ids in the document', storedTilesFor: createTiles },
  ])('grows linearly with the size of the document $title', ({ storedTilesFor }) => {
    const countWork = (size: number): number => {
      const { input, countLookups } = countingInput(model, storedTilesFor(size));
      const matched = match(createDocument(size), input);
      expect(tilesOf(matched, model)).toHaveLength(size * 3);
      expect(deletedBy(matched)).toEqual([]);
      return countLookups();
    };
    expect(countWork(800) / countWork(400)).toBeLessThan(2.2);
  });

  it('grows linearly with the number of values and with the number of candidate nodes', () => {
    const countWork = (size: number, candidateCount: number): number => {
      const siblingModel = modelOf(siblingNodes(candidateCount));
      const { input, countLookups } = countingInput(siblingModel, []);
      const matched = match({ [hasType]: numbers(size).map(conceptReference) }, input);
      expect(new Set(problemsOf(matched).map(({ code }) => code))).toEqual(new Set(['ambiguous']));
      return countLookups();
    };
    expect(countWork(400, 5) / countWork(200, 5)).toBeLessThan(2.2);
    expect(countWork(200, 10) / countWork(200, 5)).toBeLessThan(2.2);
  });

  it('grows by at most three lookups per equal value and candidate node', () => {
    const siblingModel = modelOf(siblingNodes(10));
    const { input, countLookups } = countingInput(siblingModel, []);
    match({ [hasType]: numbers(1000).map(() => ({ '@type': [], ...conceptReference(1) })) }, input);
    const singleValue = countingInput(siblingModel, []);
    match({ [hasType]: [conceptReference(1)] }, singleValue.input);
    expect(countLookups()).toBeLessThan(singleValue.countLookups() + 3 * 10 * 1000);
  });

  it('is limited for unknown properties: only the first 200 messages name possible properties', () => {
    const siblingModel = modelOf(siblingNodes(10));
    const unknown = numbers(1000).map((number) => [crm(`P${number}_is_unknown`), 'x']);
    const messages = problemsOf(match(Object.fromEntries(unknown), inputOf(siblingModel))).map(
      ({ message }) => message,
    );
    expect(messages).toHaveLength(1000);
    expect(messages.filter((message) => message.includes('Write one of'))).toEqual(
      messages.slice(0, 200),
    );
  });

  it('is limited; beyond the limit the document is refused with too_ambiguous', () => {
    const siblingModel = modelOf(siblingNodes(80));
    const matched = match({ [hasType]: numbers(700).map(conceptReference) }, inputOf(siblingModel));
    expect(codesOf(matched)).toEqual(['too_ambiguous ']);
  });
});
