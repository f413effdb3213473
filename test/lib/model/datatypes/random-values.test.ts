import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { conceptDatatype, conceptListDatatype } from '../../../../lib/model/datatypes/concept.ts';
import type { Datatype, FromRdfContext } from '../../../../lib/model/datatypes/datatype.ts';
import {
  domainValueDatatype,
  domainValueListDatatype,
} from '../../../../lib/model/datatypes/domain-value.ts';
import { fileListDatatype } from '../../../../lib/model/datatypes/file-list.ts';
import { geojsonFeatureCollectionDatatype } from '../../../../lib/model/datatypes/geojson-feature-collection.ts';
import { preserveStoredValue } from '../../../../lib/model/datatypes/codecs/preserve-stored-value.ts';
import { referenceDatatype } from '../../../../lib/model/datatypes/reference.ts';
import {
  resourceInstanceDatatype,
  resourceInstanceListDatatype,
} from '../../../../lib/model/datatypes/resource-instance.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  concepts,
  datatypeNode,
  displayContext,
  createReadContext,
  namelessInstance,
  normaliseContext,
  oldMill,
  referenceLookup,
  writeContext,
  invisibleInstance,
  validationContext,
} from './golden-world.ts';

const datatypes: readonly Datatype[] = [
  conceptDatatype,
  conceptListDatatype,
  domainValueDatatype,
  domainValueListDatatype,
  resourceInstanceDatatype,
  resourceInstanceListDatatype,
  geojsonFeatureCollectionDatatype,
  fileListDatatype,
  referenceDatatype,
].map(preserveStoredValue);

const node = datatypeNode({
  ontologyClass: 'http://www.cidoc-crm.org/cidoc-crm/E1_CRM_Entity',
  config: {
    options: [
      { id: 'a', text: { en: 'yes', fr: 'oui' } },
      { id: 'b', text: 'no' },
      { id: 'c', text: 'no' },
    ],
    graphs: [{ graphid: '90000000-0000-4000-8000-000000000001' }],
  },
});

const valueIds = concepts.flatMap(({ values }) => values.map(({ id }) => id));

/** Ids and other texts in values of several datatypes, so that random values are nearly valid. */
const text = fc.oneof(
  fc.constantFrom(
    ...valueIds,
    'a',
    'b',
    'c',
    oldMill,
    namelessInstance,
    invisibleInstance,
    oldMill.toUpperCase(),
  ),
  fc.constantFrom('', 'null', '[]', '12', 'yes', '/files/1', 'https://a.test/b c', '{"a":1}'),
  fc.string({ unit: 'grapheme' }),
  fc.uuid(),
);
const memberNames = [
  'resourceId',
  'url',
  'file_id',
  'name',
  'type',
  'size',
  'lastModified',
  'uri',
  'labels',
  'value',
  'language_id',
  'valuetype_id',
  'list_item_id',
  'features',
  'geometry',
  'coordinates',
] as const;
const memberName = fc.constantFrom(...memberNames);
const { anything } = fc.letrec((tie) => ({
  anything: fc.oneof(
    { withCrossShrink: true, maxDepth: 4 },
    text,
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
    fc.constant(null),
    fc.array(tie('anything'), { maxLength: 4 }),
    fc.dictionary(memberName, tie('anything'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const position = fc.array(fc.double({ min: -90, max: 90, noNaN: true }), { maxLength: 4 });
const geometry = fc.record({
  type: fc.constantFrom('Point', 'LineString', 'MultiPoint', 'Polygon', 'GeometryCollection'),
  coordinates: fc.oneof(position, fc.array(position), fc.array(fc.array(position)), anything),
  geometries: anything,
});
/** Valid and nearly valid values of several datatypes. */
const nearlyValidValue = fc.oneof(
  fc.array(text, { minLength: 1 }),
  fc.array(fc.oneof(text, fc.record({ resourceId: text, ontologyProperty: text })), {
    minLength: 1,
  }),
  fc.array(
    fc.record({
      url: text,
      name: text,
      size: fc.nat(),
      lastModified: fc.double({ noNaN: true, noDefaultInfinity: true }),
    }),
    {
      minLength: 1,
    },
  ),
  fc.array(
    fc.record({
      uri: fc.oneof(fc.webUrl(), text),
      labels: fc.array(
        fc.record({
          value: text,
          language_id: fc.constantFrom('en', 'fr', 'en_US', ''),
          valuetype_id: fc.constantFrom('prefLabel', 'altLabel'),
          list_item_id: text,
        }),
      ),
    }),
    { minLength: 1 },
  ),
  fc.record({
    type: fc.constant('FeatureCollection'),
    features: fc.array(
      fc.oneof(fc.record({ type: fc.constant('Feature'), id: text, geometry }), anything),
    ),
  }),
);
const anyJson = fc
  .oneof(anything, nearlyValidValue)
  .filter((value) => value !== null)
  .map((value) => parseLossless(JSON.stringify(value)));

/** Creates a context that, like the service, keeps the stored value if it is a value of the same concept. */
function createServiceReadContext(storedValue: unknown): FromRdfContext {
  const context = createReadContext(storedValue);
  const storedIds = valueIds.filter((id) => JSON.stringify(storedValue).includes(id));
  return {
    ...context,
    conceptValueId: (uriOrId, labels, stored) => {
      const valueId = context.conceptValueId(uriOrId, labels, stored);
      const { conceptId } = referenceLookup.concept(valueId ?? '') ?? {};
      return (
        storedIds.find((id) => referenceLookup.concept(id)?.conceptId === conceptId) ?? valueId
      );
    },
  };
}

/** Whether a JSON value contains at most one concept value of each concept. RDF cannot distinguish two values of one concept. */
function hasEachConceptOnce(value: unknown): boolean {
  const ids = new Set(valueIds.filter((id) => JSON.stringify(value).includes(id)));
  return new Set(Array.from(ids, (id) => referenceLookup.concept(id)?.conceptId)).size === ids.size;
}

describe('any JSON value', () => {
  for (const datatype of datatypes) {
    const { name, textCodec, linkedCodec } = datatype;

    it(`of datatype ${name} is accepted by every function`, () => {
      fc.assert(
        fc.property(anyJson, (value) => {
          datatype.display(value, node, displayContext('fr'));
          datatype.references?.(value);
          datatype.normalise(value, node, normaliseContext());
          expect(Array.isArray(datatype.validate(value, node, validationContext))).toBe(true);
        }),
      );
    });

    it(`of datatype ${name} is the same after its texts are read back`, () => {
      fc.assert(
        fc.property(anyJson.filter(hasEachConceptOnce), (value) => {
          const texts = textCodec.write(value, referenceLookup);
          fc.pre(texts.length > 0);
          expect(textCodec.read(texts, node, createServiceReadContext(value))).toEqual({
            kind: 'value',
            value,
          });
        }),
      );
    });

    it(`of datatype ${name} is the same after it is read back from RDF, in any order`, () => {
      fc.assert(
        fc.property(anyJson.filter(hasEachConceptOnce), (value) => {
          const values = linkedCodec.write(value, node, writeContext).toReversed();
          fc.pre(values.length > 0);
          expect(linkedCodec.read(values, node, createServiceReadContext(value))).toEqual({
            kind: 'value',
            value,
          });
        }),
      );
    });
  }
});
