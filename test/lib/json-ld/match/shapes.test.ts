import { describe, expect, it } from 'vitest';

import type { MatchInput } from '../../../../lib/json-ld/match/match-input.ts';
import { crm } from '../mill.ts';
import {
  codesOf,
  deletedBy,
  graphType,
  inputOf,
  match,
  modelOf,
  nodeUri,
  problemsOf,
  rdfValue,
  rootClass,
  createStoredTile,
  tilesOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const title = crm('P102_has_title');
const count = crm('P57_has_number_of_parts');
const anyDatatypeProperty = crm('P999_something_else');

const model = modelOf({
  note: { property: note, tiles: '1' },
  title: { property: title, tiles: 'n' },
  count: { property: count, datatype: 'number', tiles: '1' },
  other: {
    property: anyDatatypeProperty,
    datatype: 'somebody-elses-datatype',
    tiles: '1',
  },
});

const texts = { en: { value: 'Old Mill', direction: 'ltr' } };
const textsAsJson = JSON.stringify(texts);

type Document = Readonly<Record<string, unknown>>;

const valuesIn = (document: Document, input: MatchInput = inputOf(model)): unknown =>
  Object.assign({}, ...tilesOf(match(document, input), model).map(({ values }) => values));
const inShape = (shape: MatchInput['shape']): MatchInput => inputOf(model, [], { shape });
const value = (text: unknown): Document => ({ [rdfValue]: text });
const namedNode = (name: string, text: unknown): Document => ({
  '@id': nodeUri(1, model.idOf(name)),
  [rdfValue]: text,
});

describe('JSON under rdf:value', () => {
  it('is read according to the shape that the sender names', () => {
    const document = { [title]: value(textsAsJson) };
    expect(valuesIn(document, inShape('specification'))).toEqual({ title: texts });
    expect(valuesIn(document, inShape('linked'))).toEqual({ title: textsAsJson });
  });

  it('is read according to the named shape, even if the document looks like the other shape', () => {
    const linkedDocument = { [title]: value(textsAsJson), [count]: 12 };
    expect(valuesIn(linkedDocument, inShape('specification'))).toEqual({ title: texts, count: 12 });
    const specificationDocument = { '@type': [rootClass, graphType], [title]: value(textsAsJson) };
    expect(valuesIn(specificationDocument, inShape('linked'))).toEqual({ title: textsAsJson });
  });

  it.each([
    ['the URI of the model', { '@type': [rootClass, graphType] }],
    ['a number under rdf:value as a text', { [count]: value('12') }],
    [
      'the URI of a node whose text the linked shape would write as a plain literal',
      { [note]: namedNode('note', 'a') },
    ],
  ])('is read as texts by language if the document has %s', (_title, evidence) => {
    expect(valuesIn({ ...evidence, [title]: value(textsAsJson) })).toMatchObject({ title: texts });
  });

  it.each([
    ['nothing else', {}],
    ['a literal of its own type', { [count]: 12 }],
    ['a text in a language', { [note]: { '@value': 'Mill', '@language': 'en' } }],
    ['the URI of the model and a literal', { '@type': [rootClass, graphType], [count]: 12 }],
  ])('beside %s is refused with shape_unclear and its JSON Pointer', (_title, more) => {
    const matched = match({ ...more, [title]: value(textsAsJson) }, inputOf(model));
    expect(codesOf(matched)).toEqual(['shape_unclear /P102_has_title/22-rdf-syntax-ns#value']);
    expect(problemsOf(matched)[0]?.message).toContain('application/ld+json;profile=linked');
  });

  it.each([
    ['as texts by language', texts],
    ['as a text', textsAsJson],
  ])('is unchanged if it is already stored %s', (_title, before) => {
    const tiles = [createStoredTile(model, 1, 'title', { title: before })];
    const document = {
      [title]: { '@id': nodeUri(1, model.idOf('title')), [rdfValue]: textsAsJson },
    };
    expect(valuesIn(document, inputOf(model, tiles))).toEqual({ title: before });
    const withMore = { ...document, [count]: 12, [note]: value('a') };
    expect(valuesIn(withMore, inputOf(model, tiles))).toEqual({
      title: before,
      count: 12,
      note: 'a',
    });
  });

  it('is refused in the shape of the specification if its texts by language are invalid', () => {
    const invalidTexts = JSON.stringify({ en: { value: 'Old Mill' } });
    const document = { '@type': [rootClass, graphType], [title]: value(invalidTexts) };
    expect(codesOf(match(document, inputOf(model)))).toEqual([
      'not_a_direction /P102_has_title/22-rdf-syntax-ns#value',
    ]);
  });

  it('with a language tag is read as texts by language only if the specification shape is named', () => {
    const document = { [title]: value({ '@value': textsAsJson, '@language': 'en' }) };
    expect(valuesIn(document, inShape('specification'))).toEqual({ title: texts });
    expect(codesOf(match({ ...document, '@type': graphType }, inputOf(model)))).toEqual([
      'shape_unclear /P102_has_title/22-rdf-syntax-ns#value',
    ]);
    expect(valuesIn(document)).toEqual({ title: { en: { value: textsAsJson, direction: 'ltr' } } });
  });
});

describe('a document that is valid in both shapes', () => {
  it.each([
    ['a text', { [title]: value('Old Mill') }, { title: 'Old Mill' }],
    ['a number', { [count]: value('12') }, { count: 12 }],
    ['a JSON number', { [count]: value(12) }, { count: 12 }],
  ])('is accepted if both shapes give the same value: %s', (_title, document, expected) => {
    expect(valuesIn(document)).toEqual(expected);
  });

  it('is refused if the shapes give different values, such as a number and a text', () => {
    expect(codesOf(match({ [anyDatatypeProperty]: value('12') }, inputOf(model)))).toEqual([
      'shape_unclear /P999_something_else/22-rdf-syntax-ns#value',
    ]);
  });

  it('is refused if one shape would delete a tile that the other shape does not show', () => {
    const tiles = [
      createStoredTile(model, 1, 'title', { title: '' }),
      createStoredTile(model, 2, 'note', {}),
    ];
    expect(codesOf(match({}, inputOf(model, tiles)))).toEqual(['shape_unclear ']);
    const deleted = (shape: MatchInput['shape']): readonly string[] =>
      deletedBy(match({}, inputOf(model, tiles, { shape })));
    expect([deleted('specification'), deleted('linked')]).toEqual([['1', '2'], ['1']]);
  });

  it('is not assigned to a shape because of an ignored property', () => {
    const document = {
      [title]: value(textsAsJson),
      [crm('P998_unknown')]: 12,
      [count]: value('12'),
    };
    expect(valuesIn(document, inputOf(model, [], { unknownPredicates: 'ignore' }))).toEqual({
      title: texts,
      count: 12,
    });
  });
});
