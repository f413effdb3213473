import { describe, expect, it } from 'vitest';

import { crm } from '../mill.ts';
import {
  codesOf,
  conceptUri,
  conceptValue,
  deletedBy,
  graphType,
  match,
  modelOf,
  problemsOf,
  rdfValue,
  rootClass,
  createStoredTile,
  tileId,
  tilesOf,
  inputOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const hasType = crm('P2_has_type');
const part = crm('P46_is_composed_of');
const thing = crm('E24_Physical_Man-Made_Thing');

describe('if a document can be read in several ways, the stored tiles decide', () => {
  const twins = modelOf({
    first: { property: note, tiles: 'n' },
    second: { property: note, tiles: 'n' },
  });
  const twinsInOneTile = modelOf({
    group: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
    first: { in: 'group', property: note },
    second: { in: 'group', property: note },
  });

  it('for the reading that changes nothing', () => {
    const tiles = [
      createStoredTile(twins, 1, 'first', { first: 'a' }),
      createStoredTile(twins, 2, 'second', { second: 'b' }),
      createStoredTile(twins, 3, 'second', { second: 'c' }),
    ];
    const matched = match({ [note]: ['c', 'a', 'b'] }, inputOf(twins, tiles));
    expect(tilesOf(matched, twins)).toEqual([
      { tile: '3', of: 'second', in: null, values: { second: 'c' } },
      { tile: '2', of: 'second', in: null, values: { second: 'b' } },
      { tile: '1', of: 'first', in: null, values: { first: 'a' } },
    ]);
    expect(deletedBy(matched)).toEqual([]);
  });

  it('for the reading that changes nothing, even if both values are in one tile', () => {
    const tiles = [createStoredTile(twinsInOneTile, 1, 'group', { first: 'a', second: 'b' })];
    const matched = match({ [part]: { [note]: ['b', 'a'] } }, inputOf(twinsInOneTile, tiles));
    expect(tilesOf(matched, twinsInOneTile)).toMatchObject([
      { values: { first: 'a', second: 'b' } },
    ]);
  });

  it('for the reading that changes the fewest tiles, if there is only one', () => {
    const tiles = [
      createStoredTile(twins, 1, 'first', { first: 'a' }),
      createStoredTile(twins, 2, 'first', { first: 'b' }),
    ];
    const matched = match({ [note]: ['a', 'changed'] }, inputOf(twins, tiles));
    expect(tilesOf(matched, twins)).toMatchObject([
      { tile: '1', values: { first: 'a' } },
      { tile: '2', values: { first: 'changed' } },
    ]);
  });

  it('nothing if several readings change the same number of tiles', () => {
    const tiles = [
      createStoredTile(twins, 1, 'first', { first: 'a' }),
      createStoredTile(twins, 2, 'second', { second: 'b' }),
    ];
    // The two values can be assigned either way.
    expect(codesOf(match({ [note]: ['c', 'd'] }, inputOf(twins, tiles)))).toEqual([
      'ambiguous /P3_has_note/0',
      'ambiguous /P3_has_note/1',
    ]);
  });

  it('nothing between nodes of one tile, because the tile changes in every reading', () => {
    const tiles = [createStoredTile(twinsInOneTile, 1, 'group', { first: 'a', second: 'b' })];
    const matched = match({ [part]: { [note]: ['a', 'c'] } }, inputOf(twinsInOneTile, tiles));
    expect(codesOf(matched)).toContain('ambiguous /P46_is_composed_of/P3_has_note/1');
    const [problem] = problemsOf(matched);
    expect(problem?.candidates?.[0]?.id).toContain(`/tile/${tileId(1)}/node/`);
  });

  it('only after the rule of required nodes', () => {
    const model = modelOf({
      maybe: { property: note, datatype: 'semantic', class: thing, tiles: '1' },
      text: { in: 'maybe', property: note },
      lacking: { in: 'maybe', property: hasType, isRequired: true },
      other: { property: note, datatype: 'semantic', class: thing, tiles: '1' },
      otherText: { in: 'other', property: note },
    });
    const tiles = [createStoredTile(model, 1, 'maybe', { text: 'a' })];
    const matched = match({ [note]: { [note]: 'a' } }, inputOf(model, tiles));
    expect(tilesOf(matched, model)).toMatchObject([{ of: 'other', values: { otherText: 'a' } }]);
    expect(deletedBy(matched)).toEqual(['1']);
  });

  it('separately for each element of a list', () => {
    const lists = modelOf({
      group: { property: part, datatype: 'semantic', class: thing, tiles: '1' },
      some: { in: 'group', property: hasType, datatype: 'concept-list', class: null },
      others: { in: 'group', property: hasType, datatype: 'concept-list', class: null },
    });
    const values = { some: [conceptValue(1), conceptValue(2)], others: [conceptValue(3)] };
    const tiles = [createStoredTile(lists, 1, 'group', values)];
    const types = [3, 2, 1].map((number) => ({ '@id': conceptUri(number) }));
    const matched = match({ [part]: { [hasType]: types } }, inputOf(lists, tiles));
    expect(tilesOf(matched, lists)).toMatchObject([{ values }]);
  });
});

describe('several values of a node that may have several tiles', () => {
  const texts = modelOf({ text: { property: note, tiles: 'n' } });
  const english = { '@language': 'en', '@value': 'mill' };
  const french = { '@language': 'fr', '@value': 'moulin' };
  const bothTexts = {
    en: { value: 'mill', direction: 'ltr' },
    fr: { value: 'moulin', direction: 'ltr' },
  };

  it('are one value if they can be combined and nothing is stored', () => {
    const matched = match({ [note]: [english, french] }, inputOf(texts));
    expect(tilesOf(matched, texts)).toMatchObject([{ values: { text: bothTexts } }]);
  });

  it('are several values if they cannot be combined', () => {
    const matched = match({ [note]: ['mill', 'windmill'] }, inputOf(texts));
    expect(tilesOf(matched, texts)).toMatchObject([
      { values: { text: 'mill' } },
      { values: { text: 'windmill' } },
    ]);
  });

  it('are several values if two are equal', () => {
    const matched = match({ [note]: ['mill', 'mill'] }, inputOf(texts));
    expect(tilesOf(matched, texts)).toHaveLength(2);
  });

  it('stay in one tile or several, as they are stored', () => {
    const inOne = [createStoredTile(texts, 1, 'text', { text: bothTexts })];
    const inTwo = [
      createStoredTile(texts, 1, 'text', { text: { en: bothTexts.en } }),
      createStoredTile(texts, 2, 'text', { text: { fr: bothTexts.fr } }),
    ];
    for (const tiles of [inOne, inTwo]) {
      const matched = match({ [note]: [english, french] }, inputOf(texts, tiles));
      expect(tilesOf(matched, texts).map(({ tile }) => tile)).toEqual(
        tiles.map((_, index) => String(index + 1)),
      );
      expect(deletedBy(matched)).toEqual([]);
    }
  });

  it('get one tile each if the stored values have one tile each', () => {
    const concepts = modelOf({
      type: { property: hasType, datatype: 'concept-list', class: null, tiles: 'n' },
    });
    const tiles = [1, 2].map((number) =>
      createStoredTile(concepts, number, 'type', { type: [conceptValue(number)] }),
    );
    const values = [1, 2, 3].map((number) => ({ '@id': conceptUri(number) }));
    const matched = match({ [hasType]: values }, inputOf(concepts, tiles));
    expect(tilesOf(matched, concepts)).toMatchObject([
      { tile: '1', values: { type: [conceptValue(1)] } },
      { tile: '2', values: { type: [conceptValue(2)] } },
      { tile: 'new 1', values: { type: [conceptValue(3)] } },
    ]);
  });

  it('are one option if they are its texts in several languages', () => {
    const options = [
      { id: 'yes', text: { en: 'yes', fr: 'oui' } },
      { id: 'no', text: { en: 'no', fr: 'non' } },
    ];
    const model = modelOf({
      choice: { property: note, datatype: 'domain-value', tiles: '1', config: { options } },
    });
    const values = [
      { '@language': 'en', '@value': 'yes' },
      { '@language': 'fr', '@value': 'oui' },
    ];
    expect(tilesOf(match({ [note]: values }, inputOf(model)), model)).toMatchObject([
      { values: { choice: 'yes' } },
    ]);
  });

  it('are elements of one list if they are node objects of one tile in the shape of the specification', () => {
    const model = modelOf({
      types: { property: hasType, datatype: 'concept-list', class: null, tiles: '1' },
      kind: { in: 'types', property: part, datatype: 'concept', class: null },
    });
    const element = (number: number, index: number) => ({
      '@id': `https://heritage.test/tile/${tileId(1)}/node/${model.idOf('types')}#${index}`,
      [rdfValue]: conceptUri(number).slice(-36),
    });
    const document = {
      '@type': [rootClass, graphType],
      [hasType]: [
        { ...element(1, 0), [part]: { [rdfValue]: conceptUri(3).slice(-36) } },
        element(2, 1),
      ],
    };
    expect(tilesOf(match(document, inputOf(model)), model)).toMatchObject([
      { tile: '1', values: { types: [conceptValue(1), conceptValue(2)], kind: conceptValue(3) } },
    ]);
  });
});

describe('the parts of a stored value that the document does not contain', () => {
  it('are kept if the document has the same reference', () => {
    const model = modelOf({
      other: { property: part, datatype: 'resource-instance', class: null, tiles: 'n' },
    });
    const reference = {
      resourceId: '00000000-0000-4000-8000-000000009001',
      ontologyProperty: crm('P67_refers_to'),
      inverseOntologyProperty: '',
      resourceXresourceId: '00000000-0000-4000-8000-000000009999',
    };
    const tiles = [createStoredTile(model, 1, 'other', { other: [reference] })];
    const value = { '@id': 'https://heritage.test/resources/00000000-0000-4000-8000-000000009001' };
    const matched = match({ [part]: value }, inputOf(model, tiles));
    expect(tilesOf(matched, model)).toMatchObject([{ tile: '1', values: { other: [reference] } }]);
  });

  it('are kept if a file moves to another tile', () => {
    const model = modelOf({
      files: { property: part, datatype: 'file-list', class: null, tiles: 'n' },
    });
    const file = (name: string) => ({ name, url: `/files/${name}`, path: `disk/${name}` });
    const tiles = [
      createStoredTile(model, 1, 'files', { files: [file('a'), file('b')] }),
      createStoredTile(model, 2, 'files', { files: [file('c')] }),
    ];
    const nodeWithFiles = (number: number, names: readonly string[]) => ({
      '@id': `https://heritage.test/tile/${tileId(number)}/node/${model.idOf('files')}`,
      [rdfValue]: names.map((name) => ({ '@id': `https://heritage.test/files/${name}` })),
    });
    const document = { [part]: [nodeWithFiles(1, ['a']), nodeWithFiles(2, ['c', 'b'])] };
    const matched = match(document, inputOf(model, tiles));
    expect(tilesOf(matched, model)).toMatchObject([
      { tile: '1', values: { files: [file('a')] } },
      { tile: '2', values: { files: expect.arrayContaining([file('b'), file('c')]) } },
    ]);
  });

  it('are kept in a list with two values of one concept', () => {
    const model = modelOf({
      types: { property: hasType, datatype: 'concept-list', class: null, tiles: '1' },
    });
    const twoValuesOfOneConcept = [conceptValue(1), '00000000-0000-4000-8000-000000008901'];
    const tiles = [createStoredTile(model, 1, 'types', { types: twoValuesOfOneConcept })];
    const input = inputOf(model, tiles);
    const concept: typeof input.validation.concept = (valueId) => {
      const found = input.validation.concept(valueId);
      return found && { ...found, conceptId: conceptUri(1).slice(-36) };
    };
    const matched = match(
      { [hasType]: { '@id': conceptUri(1) } },
      { ...input, validation: { ...input.validation, concept } },
    );
    expect(tilesOf(matched, model)).toMatchObject([{ values: { types: twoValuesOfOneConcept } }]);
  });
});
