import { describe, expect, it } from 'vitest';

import { readDocs } from '../../../../lib/http/description/docs-groups.ts';
import {
  describeType,
  listFields,
  typeText,
  type ValueSchema,
} from '../../../../lib/http/description/docs-schema.ts';
import openApi from '../../../../lib/http/description/openapi.generated.json' with { type: 'json' };

const tile = { $ref: '#/components/schemas/Tile' };
const nullableName: ValueSchema = { type: ['string', 'null'], description: 'The name.' };

describe('the type of a value', () => {
  it.each<readonly [string, ValueSchema]>([
    ['integer, 1 to 1000', { type: 'integer', minimum: 1, maximum: 1000 }],
    ['integer', { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: 2 ** 31 - 1 }],
    ['integer, from 0', { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }],
    ['uuid or null', { type: ['string', 'null'], format: 'uuid' }],
    ['read, write', { type: 'string', enum: ['read', 'write'] }],
    ['date or empty', { anyOf: [{ type: 'string', format: 'date' }, { const: '' }] }],
    ['string', { anyOf: [{ type: 'string' }, { type: 'string' }] }],
    ['list of number, 4 to 6 items', { items: { type: 'number' }, minItems: 4, maxItems: 6 }],
    ['list of Tile', { type: 'array', items: tile }],
    ['object of Tile', { type: 'object', additionalProperties: tile }],
    ['object', { type: 'object', additionalProperties: {} }],
    ['any value', {}],
  ])('reads as “%s”', (words, schema) => {
    expect(typeText(describeType(schema))).toBe(words);
  });

  it('refers to an object that has a name', () => {
    expect(describeType({ items: tile })).toEqual(['list of ', { object: 'Tile' }]);
  });
});

describe('the fields of a value', () => {
  it('have the path to them as their name, in lists, objects of objects and fields with any name', () => {
    const part: ValueSchema = {
      type: 'object',
      properties: { name: nullableName },
      required: ['name'],
    };
    const fields = listFields({
      type: 'object',
      properties: { parts: { type: 'array', items: part }, byId: { additionalProperties: part } },
    });
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['parts', false],
      ['parts[].name', true],
      ['byId', false],
      ['byId.*.name', true],
    ]);
    expect(fields[1]).toEqual({
      name: 'parts[].name',
      type: ['string or null'],
      description: 'The name.',
      isRequired: true,
    });
  });

  it('of alternatives are listed once, and are required if each alternative requires them', () => {
    const fields = listFields({
      anyOf: [
        { properties: { id: { type: 'string' }, name: { type: 'string' } }, required: ['id'] },
        { properties: { id: { type: 'integer' } }, required: ['id'] },
        { type: 'null' },
      ],
    });
    expect(fields.map(({ name, type, isRequired }) => [name, typeText(type), isRequired])).toEqual([
      ['id', 'string or integer', true],
      ['name', 'string', false],
    ]);
  });

  it('end at an object with a name, so that an object in itself does not repeat', () => {
    const { objects } = readDocs(openApi);
    const geometries = objects.get('GeometryCollection')?.fields.map(({ name }) => name);
    expect(geometries).toEqual(['type', 'geometries']);
  });
});
