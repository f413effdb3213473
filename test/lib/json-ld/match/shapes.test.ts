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
  nameOf,
  problemsOf,
  rdfValue,
  rootClass,
  stored,
  tilesOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const title = crm('P102_has_title');
const count = crm('P57_has_number_of_parts');
const other = crm('P999_something_else');

const model = modelOf({
  note: { property: note, tiles: '1' },
  title: { property: title, tiles: 'n' },
  count: { property: count, datatype: 'number', tiles: '1' },
  other: { property: other, datatype: 'somebody-elses-datatype', tiles: '1' },
});

const texts = { en: { value: 'Old Mill', direction: 'ltr' } };
const json = JSON.stringify(texts);

type Document = Readonly<Record<string, unknown>>;

const valuesIn = (document: Document, input: MatchInput = inputOf(model)): unknown =>
  Object.assign({}, ...tilesOf(match(document, input), model).map(({ values }) => values));
const inShape = (shape: MatchInput['shape']): MatchInput => inputOf(model, [], { shape });
const value = (text: unknown): Document => ({ [rdfValue]: text });
const named = (name: string, text: unknown): Document => ({
  '@id': nameOf(1, model.idOf(name)),
  [rdfValue]: text,
});

describe('JSON under rdf:value', () => {
  it('is what the shape says that its sender names', () => {
    const document = { [title]: value(json) };
    expect(valuesIn(document, inShape('specification'))).toEqual({ title: texts });
    expect(valuesIn(document, inShape('linked'))).toEqual({ title: json });
  });

  it('is what the named shape says, whatever the document has', () => {
    const linked = { [title]: value(json), [count]: 12 };
    expect(valuesIn(linked, inShape('specification'))).toEqual({ title: texts, count: 12 });
    const specification = { '@type': [rootClass, graphType], [title]: value(json) };
    expect(valuesIn(specification, inShape('linked'))).toEqual({ title: json });
  });

  it.each([
    ['the URI of the model', { '@type': [rootClass, graphType] }],
    ['a number as a text', { [count]: value('12') }],
    ['the URI of a node whose text the linked shape has by itself', { [note]: named('note', 'a') }],
  ])('is texts by language where the document has %s', (_title, evidence) => {
    expect(valuesIn({ ...evidence, [title]: value(json) })).toMatchObject({ title: texts });
  });

  it.each([
    ['nothing else', {}],
    ['a literal of its own type', { [count]: 12 }],
    ['a text in a language', { [note]: { '@value': 'Mill', '@language': 'en' } }],
    ['the URI of the model and a literal', { '@type': [rootClass, graphType], [count]: 12 }],
  ])('is refused beside %s, with its place', (_title, more) => {
    const matched = match({ ...more, [title]: value(json) }, inputOf(model));
    expect(codesOf(matched)).toEqual(['shape_unclear /P102_has_title/22-rdf-syntax-ns#value']);
    expect(problemsOf(matched)[0]?.message).toContain('application/ld+json;profile=linked');
  });

  it.each([
    ['as texts by language', texts],
    ['as a text', json],
  ])('is what is stored, where it is stored %s', (_title, before) => {
    const tiles = [stored(model, 1, 'title', { title: before })];
    const document = { [title]: { '@id': nameOf(1, model.idOf('title')), [rdfValue]: json } };
    expect(valuesIn(document, inputOf(model, tiles))).toEqual({ title: before });
    const withMore = { ...document, [count]: 12, [note]: value('a') };
    expect(valuesIn(withMore, inputOf(model, tiles))).toEqual({
      title: before,
      count: 12,
      note: 'a',
    });
  });

  it('is no text in the shape of the specification where its languages are wrong', () => {
    const wrong = JSON.stringify({ en: { value: 'Old Mill' } });
    const document = { '@type': [rootClass, graphType], [title]: value(wrong) };
    expect(codesOf(match(document, inputOf(model)))).toEqual([
      'not_a_direction /P102_has_title/22-rdf-syntax-ns#value',
    ]);
  });

  it('is texts by language in the shape of the specification, although a context gives all texts a language', () => {
    const document = { [title]: value({ '@value': json, '@language': 'en' }) };
    expect(valuesIn(document, inShape('specification'))).toEqual({ title: texts });
    expect(codesOf(match({ ...document, '@type': graphType }, inputOf(model)))).toEqual([
      'shape_unclear /P102_has_title/22-rdf-syntax-ns#value',
    ]);
    expect(valuesIn(document)).toEqual({ title: { en: { value: json, direction: 'ltr' } } });
  });
});

describe('a document that is good in both shapes', () => {
  it.each([
    ['a text', { [title]: value('Old Mill') }, { title: 'Old Mill' }],
    ['a number', { [count]: value('12') }, { count: 12 }],
    ['a JSON number', { [count]: value(12) }, { count: 12 }],
  ])('is stored where both say the same: %s', (_title, document, expected) => {
    expect(valuesIn(document)).toEqual(expected);
  });

  it('is refused where they do not: a number or a text, in a node of any datatype', () => {
    expect(codesOf(match({ [other]: value('12') }, inputOf(model)))).toEqual([
      'shape_unclear /P999_something_else/22-rdf-syntax-ns#value',
    ]);
  });

  it('is refused where one of them would take away what the other does not show', () => {
    const tiles = [stored(model, 1, 'title', { title: '' }), stored(model, 2, 'note', {})];
    expect(codesOf(match({}, inputOf(model, tiles)))).toEqual(['shape_unclear ']);
    const deleted = (shape: MatchInput['shape']): readonly string[] =>
      deletedBy(match({}, inputOf(model, tiles, { shape })));
    expect([deleted('specification'), deleted('linked')]).toEqual([['1', '2'], ['1']]);
  });

  it('has no evidence in what is ignored', () => {
    const document = { [title]: value(json), [crm('P998_unknown')]: 12, [count]: value('12') };
    expect(valuesIn(document, inputOf(model, [], { unknownPredicates: 'ignore' }))).toEqual({
      title: texts,
      count: 12,
    });
  });
});
