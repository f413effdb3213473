import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { MatchInput } from '../../../../lib/json-ld/match/match-input.ts';
import { builtInDatatypes, datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { createReadContext, referenceLookup } from '../../model/datatypes/golden-world.ts';
import { crm } from '../mill.ts';
import {
  codesOf,
  createStoredTile,
  graphType,
  inputOf,
  match,
  modelOf,
  nodeUri,
  problemsOf,
  rdfValue,
  rootClass,
  tilesOf,
} from './small-models.ts';

const note = crm('P3_has_note');
const title = crm('P102_has_title');
const part = crm('P46_is_composed_of');
const count = crm('P57_has_number_of_parts');

const model = modelOf({
  title: { property: title, tiles: '1' },
  name: { property: note, tiles: '1' },
  alias: { property: note, tiles: '1' },
  number: { property: count, datatype: 'number', tiles: '1' },
  mill: { property: part, datatype: 'semantic', class: crm('E24'), tiles: 'n' },
  millNote: { in: 'mill', property: note },
  farm: { property: part, datatype: 'semantic', class: crm('E24'), tiles: 'n' },
  farmNote: { in: 'farm', property: note },
});

const texts = {
  en: { value: 'Old\nMill', direction: 'ltr' },
  fr: { value: 'Le "vieux" moulin', direction: 'ltr' },
};
const json = JSON.stringify(texts);

/** Ways in which other programs damage the JSON text of texts by language. */
const damages: readonly (readonly [title: string, text: string])[] = [
  ['with a comma at the end', json.replace(/\}$/, ',}')],
  ['with a real line break', json.replaceAll(String.raw`\n`, '\n')],
  ['after a byte order mark', `\uFEFF${json}`],
  ['with quotes escaped once more', json.replaceAll('"', String.raw`\"`)],
  ['as Python shows it', json.replaceAll('"', "'")],
  ['without its end', json.slice(0, -5)],
  ['after white space, without its end', ` \n\t${json.slice(0, -1)}`],
  ['with something after it', `${json}.`],
  ['as half of a JSON string', JSON.stringify(json).slice(0, -3)],
];

const evidenceOfSpecification = { '@type': [rootClass, graphType] };
const withoutTiles: readonly (readonly [string, object, Partial<MatchInput>])[] = [
  ['a named shape', {}, { shape: 'specification' }],
  ['evidence of the shape of the specification', evidenceOfSpecification, {}],
  ['no evidence of a shape', {}, {}],
  ['evidence of both shapes', { ...evidenceOfSpecification, [count]: 12 }, {}],
];

describe.each(withoutTiles)('damaged JSON under rdf:value, with %s', (_, evidence, options) => {
  const stored = [createStoredTile(model, 1, 'title', { title: texts })];
  const input = inputOf(model, stored, options);

  it.each(damages)('is refused with not_json and the position: %s', (_title, text) => {
    const value = { '@id': nodeUri(1, model.idOf('title')), [rdfValue]: text };
    const matched = match({ ...evidence, [title]: value }, input);
    expect(codesOf(matched)).toEqual(['not_json /P102_has_title/22-rdf-syntax-ns#value']);
    expect(problemsOf(matched)[0]?.message).toMatch(/position \d+ \(line \d+, column \d+\)/);
  });

  it.each(damages)('is refused where several nodes could have it: %s', (_title, text) => {
    const matched = match({ ...evidence, [note]: { [rdfValue]: text } }, input);
    expect(codesOf(matched)).toEqual(['not_json /P3_has_note/22-rdf-syntax-ns#value']);
  });

  it('is refused inside of a node object that several nodes could have', () => {
    const value = { '@type': crm('E24'), [note]: { [rdfValue]: '{"en": ' } };
    const matched = match({ ...evidence, [part]: value }, input);
    expect(codesOf(matched)).toEqual([
      'not_json /P46_is_composed_of/P3_has_note/22-rdf-syntax-ns#value',
    ]);
  });

  it('is listed beside all other problems', () => {
    const document = {
      ...evidence,
      [title]: { [rdfValue]: '{"en": ' },
      [note]: { '@id': nodeUri(2, model.idOf('name')), [rdfValue]: '[sic' },
      'https://elsewhere.test/colour': 'red',
    };
    expect(codesOf(match(document, input)).toSorted()).toEqual(
      [
        'not_json /P102_has_title/22-rdf-syntax-ns#value',
        'not_json /P3_has_note/22-rdf-syntax-ns#value',
        'unknown_predicate /colour',
      ].toSorted(),
    );
  });
});

describe('JSON of texts by language that lost or got any characters', () => {
  it('is never stored as a text, with or without a language from a context', () => {
    const stored = [createStoredTile(model, 1, 'title', { title: texts })];
    const input = inputOf(model, stored, { shape: 'specification' });
    const damagedTexts = fc
      .tuple(
        fc.integer({ min: 1, max: json.length }),
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom('', '"', '\\', ',', '}', '\n', 'x', '\u00A0'),
      )
      .map(([start, length, added]) => json.slice(0, start) + added + json.slice(start + length))
      .filter((text) => !isJson(text));
    fc.assert(
      fc.property(damagedTexts, fc.constantFrom(undefined, 'en'), (text, language) => {
        const document = {
          ...(language === undefined ? {} : { '@context': { '@language': language } }),
          [title]: { '@id': nodeUri(1, model.idOf('title')), [rdfValue]: text },
        };
        expect(codesOf(match(document, input)).map((code) => code.split(' ')[0])).toEqual([
          'not_json',
        ]);
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const textsLikeJson = [
  '{draft} wall',
  '[sic] wall',
  '"The Mill" inn',
  ' {draft}',
  '\uFEFF[draft]',
  '{',
  '"',
  '[]',
  '{"a": 1}',
  '"quoted"',
  '['.repeat(2000),
];

describe('a text that begins like JSON', () => {
  it.each(textsLikeJson)(
    'is written as a JSON string in the shape of the specification: %j',
    (text) => {
      for (const name of ['string', 'non-localized-string', 'somebody-elses-datatype'])
        expect(datatypeOf(name).textCodec.write(text, referenceLookup)).toEqual([
          JSON.stringify(text),
        ]);
    },
  );

  it.each(textsLikeJson)('is read as it was written, in every datatype: %j', (text) => {
    const node = { nodeId: '', ontologyClass: null, config: {} };
    for (const { name, textCodec } of [
      ...builtInDatatypes,
      datatypeOf('somebody-elses-datatype'),
    ]) {
      const written = textCodec.write(text, referenceLookup);
      const result = textCodec.read(written, node, { ...createReadContext(text), stored: text });
      expect([name, result]).toEqual([name, { kind: 'value', value: text }]);
    }
  });

  const storedAs = (text: string) => [createStoredTile(model, 1, 'title', { title: text })];
  const valuesOf = (text: string, sentText: string, shape: MatchInput['shape']) => {
    const value = { '@id': nodeUri(1, model.idOf('title')), [rdfValue]: sentText };
    const matched = match({ [title]: value }, inputOf(model, storedAs(text), { shape }));
    return tilesOf(matched, model).map(({ values }) => values);
  };

  it.each(textsLikeJson)('stays unchanged if it is sent as it was written: %j', (text) => {
    const written = JSON.stringify(text);
    for (const shape of ['specification', undefined] as const)
      expect(valuesOf(text, written, shape)).toEqual([{ title: text }]);
  });

  it.each(textsLikeJson.filter((text) => !isJson(text)))(
    'stays unchanged in every shape if it repeats the stored text: %j',
    (text) => {
      for (const shape of ['specification', 'linked', undefined] as const)
        expect(valuesOf(text, text, shape)).toEqual([{ title: text }]);
    },
  );

  it.each(textsLikeJson)('is a text in the linked shape: %j', (text) => {
    for (const value of [text, { [rdfValue]: text }]) {
      const matched = match({ [title]: value }, inputOf(model, [], { shape: 'linked' }));
      expect(tilesOf(matched, model).map(({ values }) => values)).toEqual([{ title: text }]);
    }
  });
});

describe('a set of dates in EDTF', () => {
  it.each(['[1667,1668,1670..1672]', '{1960,1961-12}', '[1667,1668]'])(
    'is written and read unchanged, although it begins like JSON: %s',
    (text) => {
      const { textCodec } = datatypeOf('edtf');
      const node = { nodeId: '', ontologyClass: null, config: {} };
      expect(textCodec.write(text, referenceLookup)).toEqual([text]);
      for (const sent of [text, JSON.stringify(text)])
        expect(textCodec.read([sent], node, createReadContext(null))).toEqual({
          kind: 'value',
          value: text,
        });
    },
  );
});

describe('a literal of rdf:JSON', () => {
  it('is refused with not_json if it is not JSON', () => {
    const literal = {
      '@value': '{"en": ',
      '@type': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON',
    };
    for (const shape of ['specification', 'linked', undefined] as const) {
      const matched = match({ [title]: literal }, inputOf(model, [], { shape }));
      expect(codesOf(matched)).toEqual(['not_json /P102_has_title']);
    }
  });

  it.each([
    ['{"en": "mill", "en": "moulin"}', 'two equal names'],
    ['{"en": {"value": "a", "value": "b"}}', 'below another member'],
    ['[{"en": 1, "\\u0065n": 2}]', 'one with an escape'],
  ])('is refused with repeated_member if a member occurs twice: %s, %s', (text) => {
    const literal = {
      '@value': text,
      '@type': 'http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON',
    };
    for (const shape of ['specification', 'linked', undefined] as const) {
      const matched = match({ [title]: literal }, inputOf(model, [], { shape }));
      expect(codesOf(matched)).toEqual(['repeated_member /P102_has_title']);
    }
  });
});
