import fc from 'fast-check';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { DatatypeNode } from '../../../../lib/model/datatypes/datatype.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  createReadContext,
  otherTile,
  referenceLookup,
  writeContext,
} from '../../model/datatypes/golden-world.ts';
import {
  addresses,
  collections,
  conceptConfigs,
  conceptValues,
  controlledList,
  files,
  items,
  labelledAddresses,
  optionConfigs,
  anyOption,
  referenceConfigs,
  references,
} from './values-of-things.ts';

type Config = DatatypeNode['config'];

/** The configurations that nodes of a datatype can have, and the values for each of them. */
type Repertoire = {
  readonly configs: readonly Config[];
  readonly values: (config: Config) => fc.Arbitrary<unknown>;
  /** The values that a document can create, if a check of each single value is not enough. */
  readonly newValues?: fc.Arbitrary<unknown>;
};

const crm = 'http://www.cidoc-crm.org/cidoc-crm/';

/** Texts that look like another datatype, a few that are repeated often, and any others. */
const text = fc.oneof(
  fc.constantFrom('a', 'b', 'Old Mill', '1850', 'true'),
  fc.constantFrom('12', 'null', '[]', '{"a":1}', '"a"', 'https://mills.test/old', ' x '),
  fc.constantFrom('{"en":{"value":"a","direction":"ltr"}}', '{"en":"a"}', '[12]'),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);

const directions = { en: 'ltr', fr: 'ltr', 'de-CH': 'ltr', ar: 'rtl' } as const;

const textsByLanguage = fc
  .uniqueArray(fc.constantFrom('en', 'fr', 'de-CH', 'ar'), { minLength: 1 })
  .chain((languages) =>
    fc.tuple(...languages.map((language) => fc.tuple(fc.constant(language), text))),
  )
  .map((texts) =>
    Object.fromEntries(
      texts.map(([language, value]) => [language, { value, direction: directions[language] }]),
    ),
  );

const anyDay = fc
  .tuple(
    fc.integer({ min: 1000, max: 2999 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, ...others]) =>
    [year, ...others.map((part) => String(part).padStart(2, '0'))].join('-'),
  );

const numbers = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.constantFrom(...['12345678901234567890', '0.10', '6.02e+23', '-0.5'].map(parseLossless)),
);

const withoutConfig = (values: fc.Arbitrary<unknown>): Repertoire => ({
  configs: [{}],
  values: () => values,
});

const json = fc.oneof(
  text,
  numbers,
  fc.boolean(),
  fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()),
  fc.array(fc.integer({ min: 0, max: 9 })),
);

const repertoires: Readonly<Record<string, Repertoire>> = {
  string: withoutConfig(fc.oneof(text, textsByLanguage)),
  'non-localized-string': withoutConfig(text),
  number: withoutConfig(numbers),
  date: withoutConfig(
    fc.oneof(
      anyDay,
      fc.constantFrom('1850', '1850-03', '-0500', '2019-10-01T12:30:00+02:00'),
      fc.constantFrom('2019-10-01T12:30:00.250Z', '2019-10-01 12:30:00-07:00'),
    ),
  ),
  edtf: withoutConfig(fc.oneof(anyDay, fc.constantFrom('1984?', '185X', '1850/..', '[1667,1668]'))),
  boolean: withoutConfig(fc.boolean()),
  concept: {
    configs: conceptConfigs,
    values: (config) => fc.constantFrom(...conceptValues(config)),
  },
  'concept-list': {
    configs: conceptConfigs,
    values: (config) =>
      fc.uniqueArray(fc.constantFrom(...conceptValues(config)), {
        selector: (valueId) => referenceLookup.concept(valueId)?.conceptId,
        minLength: 1,
        maxLength: 3,
      }),
  },
  'domain-value': { configs: optionConfigs, values: anyOption },
  'domain-value-list': {
    configs: optionConfigs,
    values: (config) => fc.uniqueArray(anyOption(config), { minLength: 1, maxLength: 2 }),
  },
  'resource-instance': {
    configs: referenceConfigs,
    values: (config) => references(config, 1),
  },
  'resource-instance-list': {
    configs: referenceConfigs,
    values: (config) => references(config, 3),
  },
  'geojson-feature-collection': withoutConfig(collections),
  'file-list': withoutConfig(files),
  url: { ...withoutConfig(addresses), newValues: labelledAddresses },
  'node-value': {
    configs: [{ nodeid: 'f0000000-0000-4000-8000-000000000001' }],
    values: () => fc.constant(otherTile),
  },
  annotation: withoutConfig(collections),
  reference: { configs: [{ controlledList, multiValue: false }], values: () => items },
  bngcentrepoint: withoutConfig(fc.constantFrom('TQ3000080000', 'SV0000000000')),
  'csv-chart-json': withoutConfig(json),
  'iiif-drawing': withoutConfig(json),
  'somebody-elses-datatype': withoutConfig(json),
};

/** The datatypes whose nodes have values: those of the service, and one that it does not know. */
export const datatypesWithValues: readonly string[] = Object.keys(repertoires);

/** The datatypes whose values a document in the linked shape can create; files must be uploaded first. */
export const datatypesOfNewValues = datatypesWithValues.filter((name) => name !== 'file-list');

function repertoireOf(datatype: string): Repertoire {
  const found = repertoires[datatype];
  if (found === undefined) throw new Error(`No values are known of datatype ${datatype}.`);
  return found;
}

/** Any configuration of a node. */
export function anyConfig(datatype: string): fc.Arbitrary<Config> {
  return fc.constantFrom(...repertoireOf(datatype).configs);
}

/** Any normalised value of a node, never null. */
export function anyValue(datatype: string, config: Config): fc.Arbitrary<unknown> {
  // The compiler copies configurations, so they are equal but not identical.
  const ownConfig = repertoireOf(datatype).configs.find(
    (candidate) => JSON.stringify(candidate) === JSON.stringify(config),
  );
  return repertoireOf(datatype).values(ownConfig ?? config);
}

/**
 * Any value that both shapes express completely, so that it can be read back without a stored value.
 * @throws Error if the datatype has none
 */
export function anyNewValue(datatype: string, config: Config): fc.Arbitrary<unknown> {
  if (!datatypesOfNewValues.includes(datatype))
    throw new Error(`A document cannot create values of datatype ${datatype}.`);
  const values = repertoireOf(datatype).newValues ?? anyValue(datatype, config);
  return values.filter((value) => isReadBack(datatype, config, value));
}

function isReadBack(datatype: string, config: Config, value: unknown): boolean {
  const { textCodec, linkedCodec } = datatypeOf(datatype);
  const node: DatatypeNode = { nodeId: otherTile, config, ontologyClass: `${crm}E1_CRM_Entity` };
  const emptyContext = createReadContext(null);
  const readings = [
    textCodec.read(textCodec.write(value, referenceLookup), node, emptyContext),
    linkedCodec.read(linkedCodec.write(value, node, writeContext), node, emptyContext),
  ];
  return readings.every(
    (reading) =>
      reading.kind === 'value' && JSON.stringify(reading.value) === JSON.stringify(value),
  );
}
