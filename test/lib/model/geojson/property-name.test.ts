import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  derivePropertyName,
  shortenPropertyName,
} from '../../../../lib/model/geojson/property-name.ts';

describe('derivedPropertyName', () => {
  it.each([
    ['Heritage Resource Name', 'heritage_resource_name'],
    ['  (Name) -- of Place! ', 'name_of_place'],
    ['Æ façade & Größe', 'ae_facade_grosse'],
    ['Straße', 'strasse'],
    ['Αθήνα', 'athina'],
    ['名', 'ming'],
    ['___', ''],
  ])('converts the name %j to %j', (name, expected) => {
    expect(derivePropertyName(name)).toBe(expected);
  });

  it('returns only lower-case letters, digits and single underscores between them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(derivePropertyName(name)).toMatch(/^([\da-z]+(_[\da-z]+)*)?$/);
      }),
    );
  });

  it('keeps derived names unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const derived = derivePropertyName(name);
        expect(derivePropertyName(derived)).toBe(derived);
      }),
    );
  });
});

describe('shortenPropertyName', () => {
  it('keeps short names unchanged', () => {
    expect(shortenPropertyName('_name_', 6)).toBe('_name_');
    expect(shortenPropertyName('construction_date', undefined)).toBe('construction_date');
  });

  it('cuts a field name with capital letters to the requested length', () => {
    expect(shortenPropertyName('ConstructionDate', 10)).toBe('Constructi');
  });

  it('leaves no underscore at the ends of a shortened name', () => {
    expect(shortenPropertyName('resource_name', 9)).toBe('resource');
    expect(shortenPropertyName('_resource_name', 9)).toBe('resource');
  });

  it('never exceeds the requested length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (name, length) => {
        expect(Array.from(shortenPropertyName(name, length)).length).toBeLessThanOrEqual(length);
      }),
    );
  });
});
