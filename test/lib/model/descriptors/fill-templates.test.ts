import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import {
  fillTemplates,
  type Descriptors,
} from '../../../../lib/model/descriptors/fill-templates.ts';
import { compileGraph } from '../../../../infra/cli/import/graphs/compile-graph.ts';
import { readGraphDocument } from '../../../../infra/cli/import/graphs/read-graphs.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { goldenFileSchema } from '../datatypes/golden-case.ts';
import { displayContext } from '../datatypes/golden-world.ts';
import {
  edge,
  graphDocument,
  id,
  NAME,
  node,
  PLACE,
  ROOT,
  TYPE,
} from '../../../infra/cli/import/graphs/example.ts';

type Json = Readonly<Record<string, unknown>>;

const noNeeds = () => ({ nodegroups: [], resources: [] });

/** Fills templates with the first tiles of nodegroups. */
function fillDescriptors(
  templates: Json,
  changes: Json,
  tiles: Readonly<Record<string, Json>>,
  languages: readonly string[] = ['en'],
) {
  const document = graphDocument({
    ...changes,
    functions_x_graphs: [{ config: { descriptor_types: templates } }],
  });
  const [graph] = readGraphDocument(document).graphs;
  if (graph === undefined) throw new Error('The model of this test is invalid.');
  const source = new Map(Object.entries(tiles));
  const { labels } = displayContext('en');
  return fillTemplates(compileGraph(graph), source, labels, noNeeds, languages);
}

const kinds = ['name', 'description', 'map_popup'];
const pickTexts = (languages: Descriptors) => kinds.map((kind) => languages['en']?.[kind]?.value);

const A = NAME;
const B = TYPE;
const C = id(20);
const letterModel = {
  nodes: [
    node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
    node(A, 'A', A),
    node(B, 'B', A),
    node(C, 'C', A),
    node(PLACE, 'Place', PLACE),
  ],
  edges: [edge(ROOT, A), edge(A, B), edge(A, C), edge(ROOT, PLACE)],
};

/** Fills one template for all three kinds of descriptors, and checks that they are equal. */
function fillTemplate(template: string, tile: Json, nodegroupId: string = A): string | undefined {
  const templateConfig = { nodegroup_id: nodegroupId, string_template: template };
  const templates = Object.fromEntries(kinds.map((kind) => [kind, templateConfig]));
  const [text, ...otherTexts] = pickTexts(fillDescriptors(templates, letterModel, { [A]: tile }));
  expect(new Set(otherTexts)).toEqual(new Set([text]));
  return text;
}

describe('a descriptor', () => {
  it('is omitted if all of its values are empty, even if the template contains other text', () => {
    const templates = ['<A>', 'Name: <A>', '<A>, <B> (<C>)', '<p><A></p>', 'In <A> or <Nowhere>'];
    for (const template of templates) {
      for (const emptyTile of [{}, { [A]: null }, { [A]: '', [B]: ' ' }]) {
        expect([template, fillTemplate(template, emptyTile)]).toEqual([template, undefined]);
      }
    }
  });

  it('omits placeholders of unknown nodes, and of nodes of another nodegroup', () => {
    expect(fillTemplate('<Description>', { [A]: 'a' })).toBeUndefined();
    expect(fillTemplate('<Place>', { [A]: 'a' })).toBeUndefined();
    expect(fillTemplate('<Monument>', { [A]: 'a' })).toBeUndefined();
    expect(fillTemplate('<A> (<Description>), <Place>', { [A]: 'a' })).toBe('a');
    for (const nodegroupId of ['', id(404)]) {
      expect(fillTemplate('<A>', { [A]: 'a' }, nodegroupId)).toBeUndefined();
      expect(fillTemplate('Always this', {}, nodegroupId)).toBe('Always this');
    }
  });

  it('without placeholders is the text of its template, including markup', () => {
    for (const text of ['A church', 'A < B and C > D', '(), <br>', '<b>Church</b>', '<>'])
      expect(fillTemplate(text, {})).toBe(text);
  });

  it('removes an empty value with its brackets, separator and label', () => {
    const a = { [A]: 'a' };
    const b = { [B]: 'b' };
    const c = { [C]: 'c' };
    const cases: readonly (readonly [string, Json, string])[] = [
      ['<A>, <B>', a, 'a'],
      ['<A>, <B>', b, 'b'],
      ['<A>, <B>, <C>', { ...a, ...c }, 'a, c'],
      ['<A> - <B> - <C>', c, 'c'],
      ['<A> (<B>)', a, 'a'],
      ['(<B>) <A>', a, 'a'],
      ['<A> (<B>, <C>)', a, 'a'],
      ['<A> (<B>, <C>)', { ...a, ...b }, 'a (b)'],
      ['<A> (<B>, <C>)', { ...a, ...c }, 'a (c)'],
      ['(<A>) <B> — <C>', { ...a, ...c }, '(a) — c'],
      ['“<A>” <B>', b, 'b'],
      ['<A>. <B>.', a, 'a'],
      ['Type: <A><br>Status: <B>', b, 'Status: b'],
      ['Type: <A><br>Status: <B>', a, 'Type: a'],
      ['Built in <A>, <B>', b, 'Built in, b'],
      ['built in <A> at <B>', b, 'built in at b'],
    ];
    for (const [template, tile, expected] of cases)
      expect([template, fillTemplate(template, tile)]).toEqual([template, expected]);
  });

  const value = fc.string({ unit: 'binary', maxLength: 8 });
  const tile = fc.record({ [A]: value, [B]: value, [C]: value });
  const separators = fc.constantFrom(', ', ' (', ') ', ' and ', '<br>', ': ', '', 'The “');
  const fourSeparators = fc.tuple(separators, separators, separators, separators);
  const runs = { numRuns: 40 };

  it('keeps every value, unchanged and in order', () => {
    fc.assert(
      fc.property(tile, fourSeparators, (values, [first, second, third, last]) => {
        let remainingText =
          fillTemplate(`${first}<A>${second}<Nowhere>, <B>${third}<C>${last}`, values) ?? '';
        for (const valueText of [A, B, C].map((key) => String(values[key]).trim())) {
          expect(remainingText).toContain(valueText);
          remainingText = remainingText.slice(remainingText.indexOf(valueText) + valueText.length);
        }
      }),
      runs,
    );
  });

  it('is exactly the filled template if no value is empty', () => {
    const tileWithoutEmptyValues = tile.filter((values) =>
      Object.values(values).every((text) => text.trim() !== ''),
    );
    fc.assert(
      fc.property(
        tileWithoutEmptyValues,
        fourSeparators,
        (values, [first, second, third, last]) => {
          const expected = `${first}${values[A]}${second}${values[B]}${third}${values[C]}${last}`;
          expect(fillTemplate(`${first}<A>${second}<B>${third}<C>${last}`, values)).toBe(
            expected.trim(),
          );
        },
      ),
      runs,
    );
  });
});

describe('a value in a descriptor', () => {
  const folder = new URL('../datatypes/golden/', import.meta.url);
  for (const file of readdirSync(folder)) {
    const datatype = file.replace(/\.json$/, '');
    it(`of datatype ${datatype} is displayed as text, or omitted if its text is JSON or an id`, () => {
      const cases = goldenFileSchema.parse(
        parseLossless(readFileSync(new URL(file, folder), 'utf8')),
      );
      for (const { title, value, node: goldenNode, display } of cases) {
        if (display['en'] === undefined) continue;
        const nodes = [
          node(ROOT, 'Monument', null, { istopnode: true, datatype: 'semantic' }),
          node(PLACE, 'Value', PLACE, { datatype, config: goldenNode.config }),
        ];
        const popup = { nodegroup_id: PLACE, string_template: 'is <Value>' };
        const model = {
          nodes,
          edges: [edge(ROOT, PLACE)],
          nodegroups: [{ nodegroupid: PLACE, cardinality: 'n' }],
        };
        const [, , text] = pickTexts(
          fillDescriptors({ map_popup: popup }, model, { [PLACE]: { [PLACE]: value } }),
        );
        const expectedText = isDisplayedAsText(datatype, value, display['en'])
          ? display['en']
          : null;
        expect([title, text]).toEqual([
          title,
          expectedText ? `is ${expectedText}`.trim() : undefined,
        ]);
      }
    });
  }

  const datatypesWithoutText = new Set(['geojson-feature-collection', 'annotation', 'node-value']);

  /** Whether a displayed text is not JSON or an id. */
  function isDisplayedAsText(
    datatype: string,
    value: unknown,
    displayedText: string | null,
  ): boolean {
    const isJson = typeof value === 'object' && /^[[{]/.test(displayedText ?? '');
    return !isJson && !datatypesWithoutText.has(datatype);
  }
});

describe('a name in a language without a translation', () => {
  const languages = ['en-US', 'ar', 'de', 'de-AT', 'it', 'zh-Hans'];

  function namesOf(texts: Readonly<Record<string, string>>) {
    const entries = Object.entries(texts).map(([tag, value]) => [tag, { value, direction: 'ltr' }]);
    const template = { nodegroup_id: A, string_template: '<A>' };
    const tiles = { [A]: { [A]: Object.fromEntries(entries) } };
    const descriptors = fillDescriptors({ name: template }, letterModel, tiles, languages);
    return Object.fromEntries(languages.map((tag) => [tag, descriptors[tag]?.['name']?.value]));
  }

  it('is that of the default language, unless another variety of the language has one', () => {
    const wall = { de: 'Hadrianswall', 'en-GB': "Hadrian's Wall", fr: "Mur d'Hadrien" };
    expect(namesOf(wall)).toEqual({
      'en-US': "Hadrian's Wall",
      ar: "Hadrian's Wall",
      de: 'Hadrianswall',
      'de-AT': 'Hadrianswall',
      it: "Hadrian's Wall",
      'zh-Hans': "Hadrian's Wall",
    });
  });

  it('is the first in the alphabet of language tags if the default language has none either', () => {
    const names = namesOf({ zh: '长城', el: 'Μεγάλο Τείχος', 'ar-EG': 'سور الصين العظيم' });
    expect(names).toMatchObject({
      'en-US': 'سور الصين العظيم',
      it: 'سور الصين العظيم',
      'zh-Hans': '长城',
    });
  });
});
