import fc from 'fast-check';

import type { DatatypeNode } from '../../../../lib/model/datatypes/datatype.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  materials,
  nameTypes,
  nameless,
  oldMill,
  invisibleResource,
} from '../../model/datatypes/golden-world.ts';

type Config = DatatypeNode['config'];

const crm = 'http://www.cidoc-crm.org/cidoc-crm/';

const valuesOfConcepts = {
  [nameTypes]: ['11', '12', '14'],
  [materials]: ['21', '22', '31'],
} as const;

/** The concept values that a node may have. */
export function conceptValues({ rdmCollection }: Config): readonly string[] {
  const names = Object.entries(valuesOfConcepts).flatMap(([collection, values]) =>
    rdmCollection === undefined || rdmCollection === collection ? values : [],
  );
  return names.map((name) => `a0000000-0000-4000-8000-0000000000${name}`);
}

export const conceptConfigs: readonly Config[] = [
  {},
  { rdmCollection: nameTypes },
  { rdmCollection: materials },
];

const optionId = (number: number): string => `0c000000-0000-4000-8000-00000000000${number}`;

/** Two nodes with different options may have the same texts for them. */
export const optionConfigs: readonly Config[] = [
  {
    options: [
      { id: optionId(1), selected: false, text: { en: 'yes', fr: 'oui' } },
      { id: optionId(2), selected: false, text: 'no' },
    ],
  },
  {
    options: [
      { id: optionId(3), selected: false, text: { en: 'yes', fr: 'certes' } },
      { id: optionId(4), selected: false, text: { en: 'perhaps' } },
    ],
  },
];

/** The id of any option of a node. */
export function anyOption(config: Config): fc.Arbitrary<string> {
  return config === optionConfigs[0]
    ? fc.constantFrom(optionId(1), optionId(2))
    : fc.constantFrom(optionId(3), optionId(4));
}

const millGraph = '90000000-0000-4000-8000-000000000001';
const relation = {
  ontologyProperty: `${crm}P46_is_composed_of`,
  inverseOntologyProperty: `${crm}P46i_forms_part_of`,
};

export const referenceConfigs: readonly Config[] = [
  {},
  { graphs: [{ graphid: millGraph, ...relation }] },
];

/** References in the current form, or only their ids, as in older data. */
export function references(config: Config, maxCount: number): fc.Arbitrary<unknown> {
  const isOneModel = 'graphs' in config;
  const ids = isOneModel ? [oldMill, invisibleResource] : [oldMill, nameless, invisibleResource];
  const relationMembers = isOneModel
    ? relation
    : { ontologyProperty: '', inverseOntologyProperty: '' };
  const someIds = fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1, maxLength: maxCount });
  return fc.oneof(
    someIds.map((drawnIds) =>
      drawnIds.map((resourceId) => ({ resourceId, ...relationMembers, resourceXresourceId: '' })),
    ),
    someIds,
  );
}

const position = fc.tuple(
  fc.integer({ min: -180, max: 180 }),
  fc.constantFrom(...['-45.123456789012345678', '0', '51.50'].map(parseLossless)),
);
export const collections = fc.array(position, { minLength: 1, maxLength: 2 }).map((positions) => ({
  type: 'FeatureCollection',
  features: positions.map((coordinates, index) => ({
    type: 'Feature',
    id: String(index),
    properties: {},
    geometry: { type: 'Point', coordinates },
  })),
}));

const file = (number: number): Readonly<Record<string, unknown>> => ({
  name: `mill-${number}.jpg`,
  type: 'image/jpeg',
  size: 1000 * number,
  status: 'uploaded',
});

const uploadedFile = (number: number): Readonly<Record<string, unknown>> => ({
  file_id: `0f000000-0000-4000-8000-00000000000${number}`,
  url: `/files/0f000000-0000-4000-8000-00000000000${number}`,
});

/** Files with all members, and files as in older data: without a URL, or with fewer members. */
export const files = fc
  .uniqueArray(
    fc.record({
      number: fc.constantFrom(1, 2, 3),
      hasUrl: fc.boolean(),
      moreMembers: fc.constantFrom(
        {},
        { lastModified: 1_700_000_000_000, width: 640, height: 480 },
      ),
    }),
    { minLength: 1, maxLength: 2, selector: ({ number }) => number },
  )
  .map((drawnFiles) =>
    drawnFiles.map(({ number, hasUrl, moreMembers }) => ({
      ...file(number),
      ...(hasUrl && uploadedFile(number)),
      ...moreMembers,
    })),
  );

export const controlledList = '0a000000-0000-4000-8000-000000000001';
export const items = fc.constantFrom('oak', 'slate').map((name) => [
  {
    uri: `https://lists.test/items/${name}`,
    list_id: controlledList,
    labels: [{ value: name, language_id: 'en', valuetype_id: 'prefLabel' }],
  },
]);

export const addresses = fc.record({
  url: fc.constantFrom('https://mills.test/old', 'https://mills.test/new?a=1', 'http://a.test'),
  url_label: fc.constantFrom('', 'The mill'),
});

/** In linked data, a label belongs to the address in the whole document, so each address has only one. */
export const labelledAddresses = fc.constantFrom(
  { url: 'https://mills.test/old', url_label: 'The mill' },
  { url: 'https://mills.test/new?a=1', url_label: '' },
);
