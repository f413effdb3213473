import { describe, expect, it } from 'vitest';

import { datatypeOf, isBuiltInDatatype } from '../../../../lib/model/datatypes/registry.ts';
import type { DisplayContext } from '../../../../lib/model/datatypes/datatype.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';

const millValue = '0b6e0e6c-5b0c-4c0e-9a55-0c7f3d1c6a01';
const woodValue = '0b6e0e6c-5b0c-4c0e-9a55-0c7f3d1c6a02';
const valueWithoutLabels = '0b6e0e6c-5b0c-4c0e-9a55-0c7f3d1c6a03';
const placeId = '6a3f1f54-2f0e-4a53-8b57-2f1f1b6f7c01';

const concepts: Readonly<Record<string, { text: string; labels: Record<string, string> }>> = {
  [millValue]: { text: 'mill', labels: { en: 'mill', fr: 'moulin' } },
  [woodValue]: { text: 'wood', labels: { en: 'wood' } },
  [valueWithoutLabels]: { text: 'an altLabel', labels: {} },
};

const context: DisplayContext = {
  languages: ['fr-CA', 'en-US'],
  labels: {
    conceptValue: (valueId) => concepts[valueId],
    resourceName: (id) => (id === placeId ? { 'en-US': 'Old Mill' } : undefined),
  },
};

const options = [
  { id: 'a', text: { en: 'yes', fr: 'oui' } },
  { id: 'b', text: 'no' },
  { id: 'B', text: 'NO' },
  { id: '0b6e0e6c-5b0c-4c0e-9a55-0c7f3d1c6a0f', text: 'perhaps' },
];

// Datatype, title, value, displayed text, node configuration.
const cases: readonly (readonly [
  string,
  string,
  unknown,
  string | null,
  Record<string, unknown>?,
])[] = [
  ['string', 'a plain text', 'Old Mill', 'Old Mill'],
  ['string', 'an empty text', '', null],
  ['string', 'a text by language', { en: { value: 'mill' }, fr: { value: 'moulin' } }, 'moulin'],
  [
    'string',
    'a text in other languages only',
    { de: { value: 'Mühle', direction: 'ltr' } },
    'Mühle',
  ],
  ['string', 'a language without text', { fr: { value: '' }, en: { value: 'mill' } }, 'mill'],
  ['string', 'a text by language without direction', { fr: 'moulin' }, 'moulin'],
  ['non-localized-string', 'a text', 'GB 123', 'GB 123'],
  ['number', 'a number', 12.5, '12.5'],
  ['number', 'zero', 0, '0'],
  [
    'number',
    'a number of 20 digits',
    parseLossless('12345678901234567890'),
    '12345678901234567890',
  ],
  ['date', 'a date', '1850-01-01', '1850-01-01'],
  ['edtf', 'an uncertain date', '1984~', '1984~'],
  ['boolean', 'true', true, 'True'],
  ['boolean', 'false with labels', false, 'non', { falseLabel: { en: 'no', fr: 'non' } }],
  ['concept', 'a concept in the language of the reader', millValue, 'moulin'],
  ['concept', 'a concept whose id has capitals', millValue.toUpperCase(), 'moulin'],
  ['concept', 'a concept without a label in the language of the reader', woodValue, 'wood'],
  ['concept', 'a concept with no preferred label', valueWithoutLabels, 'an altLabel'],
  ['concept', 'an unknown concept', crypto.randomUUID(), null],
  ['concept-list', 'several concepts', [millValue, woodValue], 'moulin, wood'],
  ['concept-list', 'an empty list', [], null],
  ['domain-value', 'an option', 'a', 'oui', { options }],
  ['domain-value', 'an option of an older model', 'b', 'no', { options }],
  ['domain-value', 'an option that does not exist', 'c', null, { options }],
  [
    'domain-value',
    'an option whose id has capitals',
    '0B6E0E6C-5B0C-4C0E-9A55-0C7F3D1C6A0F',
    'perhaps',
    { options },
  ],
  ['domain-value', 'of two options whose ids differ by case, its own', 'B', 'NO', { options }],
  ['domain-value-list', 'options in any letter case', ['A', 'B'], 'oui, NO', { options }],
  ['domain-value-list', 'several options', ['a', 'b'], 'oui, no', { options }],
  ['resource-instance', 'an id', placeId, 'Old Mill'],
  ['resource-instance', 'an object', { resourceId: placeId }, 'Old Mill'],
  [
    'resource-instance-list',
    'a list of objects',
    [{ resourceId: placeId.toUpperCase() }],
    'Old Mill',
  ],
  ['resource-instance-list', 'an invisible resource instance', [{ resourceId: millValue }], null],
  ['file-list', 'files', [{ url: '/files/1' }, { name: 'plan.pdf' }], '/files/1 | plan.pdf'],
  ['url', 'an address with a label', { url: 'https://a.test', url_label: 'A' }, 'A'],
  ['url', 'an address without a label', { url: 'https://a.test', url_label: '' }, 'https://a.test'],
  [
    'reference',
    'a controlled list item',
    [{ labels: [{ value: 'moulin', language_id: 'fr', valuetype_id: 'prefLabel' }] }],
    'moulin',
  ],
  ['semantic', 'null', null, null],
  ['somebody-elses-datatype', 'a value of an unknown datatype', { a: [1] }, '{"a":[1]}'],
];

describe('the display of a value', () => {
  for (const [name, title, value, displayedText, config = {}] of cases) {
    it(`of datatype ${name}: ${title}`, () => {
      expect(datatypeOf(name).display(value, { config }, context)).toBe(displayedText);
    });
  }

  it('is null for the value null of every datatype', () => {
    for (const [name] of cases) {
      expect(datatypeOf(name).display(null, { config: {} }, context)).toBeNull();
    }
  });
});

describe('the references of a value', () => {
  it('are only the ids of concept values and resource instances', () => {
    expect(datatypeOf('concept-list').references?.([millValue, 'castle', null])).toEqual({
      conceptValues: [millValue],
      resources: [],
    });
    expect(
      datatypeOf('resource-instance').references?.([{ resourceId: placeId }, { resourceId: 7 }]),
    ).toEqual({
      conceptValues: [],
      resources: [placeId],
    });
  });

  it('are undefined for a datatype without references', () => {
    expect(datatypeOf('string').references).toBeUndefined();
  });
});

describe('a datatype', () => {
  it('is built in only if its name is known', () => {
    expect(isBuiltInDatatype('geojson-feature-collection')).toBe(true);
    expect(isBuiltInDatatype('somebody-elses-datatype')).toBe(false);
  });
});
