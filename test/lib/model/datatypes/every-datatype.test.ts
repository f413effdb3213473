import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { datatypeOf, builtInDatatypes } from '../../../../lib/model/datatypes/registry.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import {
  datatypeNode,
  displayContext,
  createReadContext,
  normaliseContext,
  referenceLookup,
  writeContext,
  validationContext,
} from './golden-world.ts';

const datatypes = [...builtInDatatypes, datatypeOf('somebody-elses-datatype')];
const node = datatypeNode({
  config: { nodeid: 'f0000000-0000-4000-8000-000000000001', dateFormat: 'YYYY-MM-DD HH:mm:ssZ' },
  ontologyClass: 'http://www.cidoc-crm.org/cidoc-crm/E62_String',
});

const longNumber = parseLossless('123456789012345678901.50');
const uuid = fc.constantFrom(
  'a0000000-0000-4000-8000-000000000011',
  'a0000000-0000-4000-8000-000000000031',
  'd0000000-0000-4000-8000-000000000001',
  'e0000000-0000-4000-8000-000000000001',
  'e0000000-0000-4000-8000-000000000003',
);

/** Any JSON value except null, and nearly valid values of all datatypes. */
const anyValue = fc
  .oneof(
    fc.jsonValue({ maxDepth: 3 }),
    uuid,
    fc.array(uuid, { maxLength: 3 }),
    fc.constantFrom(longNumber, [longNumber], { features: [{ id: longNumber }] }),
    fc.constantFrom(
      '1850',
      '1850-03-31 10:00:00+0100',
      '-0500',
      '1984~',
      'yes',
      '+7',
      'TQ3000080000',
    ),
    fc.dictionary(
      fc.constantFrom('en', 'EN', 'fr-CA', 'en_US', 'not a tag'),
      fc.oneof(
        fc.string(),
        fc.record(
          {
            value: fc.oneof(fc.string(), fc.jsonValue()),
            direction: fc.constantFrom('ltr', 'rtl'),
          },
          { requiredKeys: [] },
        ),
      ),
    ),
    fc.record(
      { url: fc.oneof(fc.webUrl(), fc.string()), url_label: fc.oneof(fc.string(), fc.jsonValue()) },
      { requiredKeys: [] },
    ),
    fc.array(
      fc.record(
        { resourceId: fc.oneof(uuid, fc.jsonValue()), ontologyProperty: fc.string() },
        { requiredKeys: [] },
      ),
      { maxLength: 3 },
    ),
  )
  .filter((value) => value !== null);

describe.each(datatypes)('any value of datatype $name', (datatype) => {
  it('is unchanged after reading back its text', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const texts = datatype.textCodec.write(value, referenceLookup);
        fc.pre(texts.length > 0);
        const result = datatype.textCodec.read(texts, node, createReadContext(value));
        expect(result).toStrictEqual({ kind: 'value', value });
      }),
    );
  });

  it('is unchanged after reading back its linked shape', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const values = datatype.linkedCodec.write(value, node, writeContext);
        fc.pre(values.length > 0);
        const result = datatype.linkedCodec.read(values, node, createReadContext(value));
        expect(result).toStrictEqual({ kind: 'value', value });
      }),
    );
  });

  it('is read from both shapes even if another value is stored, or is refused with a sentence', () => {
    fc.assert(
      fc.property(anyValue, anyValue, (value, stored) => {
        const context = createReadContext(stored);
        const texts = datatype.textCodec.write(value, referenceLookup);
        const values = datatype.linkedCodec.write(value, node, writeContext);
        const results = [
          ...(texts.length > 0 ? [datatype.textCodec.read(texts, node, context)] : []),
          ...(values.length > 0 ? [datatype.linkedCodec.read(values, node, context)] : []),
        ];
        const problems = results.filter((result) => result.kind === 'problem');
        expect(problems.filter(({ message }) => !message.endsWith('.'))).toStrictEqual([]);
      }),
    );
  });

  it('can be displayed, validated and normalised without an error', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const displayedText = datatype.display(value, node, displayContext('fr'));
        expect(displayedText === null || typeof displayedText === 'string').toBe(true);
        for (const problem of datatype.validate(value, node, validationContext)) {
          expect(problem.code).toMatch(/^[a-z]+(_[a-z]+)*$/);
          expect(problem.message).not.toBe('');
        }
        const normalisedValue = datatype.normalise(value, node, normaliseContext());
        expect(datatype.normalise(normalisedValue, node, normaliseContext())).toStrictEqual(
          normalisedValue,
        );
      }),
    );
  });

  it('may be null', () => {
    expect(datatype.display(null, node, displayContext('fr'))).toBeNull();
    expect(datatype.validate(null, node, validationContext)).toStrictEqual([]);
    expect(datatype.normalise(null, node, normaliseContext())).toBeNull();
  });
});
