import fc from 'fast-check';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { DatatypeNode } from '../../../../lib/model/datatypes/datatype.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  fromRdfContext,
  otherTile,
  referenced,
  toRdfContext,
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
  optionsOf,
  referenceConfigs,
  references,
} from './values-of-things.ts';

type Config = DatatypeNode['config'];

/** How values of a datatype are drawn: the configurations that its nodes may have, and the values for each of them. */
type Repertoire = {
  readonly configs: readonly Config[];
  readonly values: (config: Config) => fc.Arbitrary<unknown>;
  /** Those that a document can make anew, where they are fewer than can be told one by one. */
  readonly newValues?: fc.Arbitrary<unknown>;
};

const crm = 'http://www.cidoc-crm.org/cidoc-crm/';

/** Texts that a reader could take for something else, a few that come again and again, and any others. */
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

const plain = (values: fc.Arbitrary<unknown>): Repertoire => ({
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
  string: plain(fc.oneof(text, textsByLanguage)),
  'non-localized-string': plain(text),
  number: plain(numbers),
  date: plain(
    fc.oneof(
      anyDay,
      fc.constantFrom('1850', '1850-03', '-0500', '2019-10-01T12:30:00+02:00'),
      fc.constantFrom('2019-10-01T12:30:00.250Z', '2019-10-01 12:30:00-07:00'),
    ),
  ),
  edtf: plain(fc.oneof(anyDay, fc.constantFrom('1984?', '185X', '1850/..', '[1667,1668]'))),
  boolean: plain(fc.boolean()),
  concept: {
    configs: conceptConfigs,
    values: (config) => fc.constantFrom(...conceptValues(config)),
  },
  'concept-list': {
    configs: conceptConfigs,
    values: (config) =>
      fc.uniqueArray(fc.constantFrom(...conceptValues(config)), {
        selector: (valueId) => referenced.concept(valueId)?.conceptId,
        minLength: 1,
        maxLength: 3,
      }),
  },
  'domain-value': { configs: optionConfigs, values: optionsOf },
  'domain-value-list': {
    configs: optionConfigs,
    values: (config) => fc.uniqueArray(optionsOf(config), { minLength: 1, maxLength: 2 }),
  },
  'resource-instance': {
    configs: referenceConfigs,
    values: (config) => references(config, 1),
  },
  'resource-instance-list': {
    configs: referenceConfigs,
    values: (config) => references(config, 3),
  },
  'geojson-feature-collection': plain(collections),
  'file-list': plain(files),
  url: { ...plain(addresses), newValues: labelledAddresses },
  'node-value': {
    configs: [{ nodeid: 'f0000000-0000-4000-8000-000000000001' }],
    values: () => fc.constant(otherTile),
  },
  annotation: plain(collections),
  reference: { configs: [{ controlledList, multiValue: false }], values: () => items },
  bngcentrepoint: plain(fc.constantFrom('TQ3000080000', 'SV0000000000')),
  'csv-chart-json': plain(json),
  'iiif-drawing': plain(json),
  'somebody-elses-datatype': plain(json),
};

/** The datatypes whose nodes have values: those of the service, and one that it does not know. */
export const datatypesWithValues: readonly string[] = Object.keys(repertoires);

/** Those whose values a document in the linked shape can make anew; files must be uploaded before. */
export const datatypesOfNewValues = datatypesWithValues.filter((name) => name !== 'file-list');

function repertoireOf(datatype: string): Repertoire {
  const found = repertoires[datatype];
  if (found === undefined) throw new Error(`No values are known of datatype ${datatype}.`);
  return found;
}

/** A configuration for a node. */
export function anyConfig(datatype: string): fc.Arbitrary<Config> {
  return fc.constantFrom(...repertoireOf(datatype).configs);
}

/** A value of a node, in the form in which it is stored, never null. */
export function anyValue(datatype: string, config: Config): fc.Arbitrary<unknown> {
  // A configuration that went through the compiler is an equal object, not the same.
  const own = repertoireOf(datatype).configs.find(
    (one) => JSON.stringify(one) === JSON.stringify(config),
  );
  return repertoireOf(datatype).values(own ?? config);
}

/**
 * A value that both shapes can say whole, so that it comes back where nothing is stored.
 * @throws Error where the datatype has none
 */
export function anyNewValue(datatype: string, config: Config): fc.Arbitrary<unknown> {
  if (!datatypesOfNewValues.includes(datatype)) throw new Error(`No ${datatype} can be made anew.`);
  const values = repertoireOf(datatype).newValues ?? anyValue(datatype, config);
  return values.filter((value) => isWhole(datatype, config, value));
}

function isWhole(datatype: string, config: Config, value: unknown): boolean {
  const { textCodec: valueText, linkedCodec: linked } = datatypeOf(datatype);
  const node: DatatypeNode = { nodeId: otherTile, config, ontologyClass: `${crm}E1_CRM_Entity` };
  const nothing = fromRdfContext(null);
  const readings = [
    valueText.read(valueText.write(value, referenced), node, nothing),
    linked.read(linked.write(value, node, toRdfContext), node, nothing),
  ];
  return readings.every(
    (reading) =>
      reading.kind === 'value' && JSON.stringify(reading.value) === JSON.stringify(value),
  );
}
