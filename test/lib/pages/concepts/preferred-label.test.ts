import { describe, expect, it } from 'vitest';

import { pickPreferredLabel } from '../../../../lib/pages/concepts/preferred-label.ts';

const values = [
  { type: 'prefLabel', language: 'en', text: 'church' },
  { type: 'prefLabel', language: 'de', text: 'Kirche' },
  { type: 'altLabel', language: 'fr', text: 'église' },
];

describe('the name of a concept on a page', () => {
  it('is its preferred label in the first language of the reader that has one', () => {
    expect(pickPreferredLabel(values, ['fr', 'de', 'en'])).toBe('Kirche');
  });

  it('is missing if it has no preferred label', () => {
    expect(
      pickPreferredLabel([{ type: 'altLabel', language: 'en', text: 'church' }], ['en']),
    ).toBeNull();
  });
});
