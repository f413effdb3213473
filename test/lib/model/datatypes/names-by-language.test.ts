import { describe, expect, it } from 'vitest';

import { builtInDatatypes } from '../../../../lib/model/datatypes/registry.ts';
import type { ReferencedResource } from '../../../../lib/model/datatypes/datatype.ts';
import { rdfs } from '../../../../lib/rdf/vocabulary.ts';
import { datatypeNode, oldMill, writeContext } from './golden-world.ts';

const node = datatypeNode({ config: {}, ontologyClass: null });

const referringDatatypes = builtInDatatypes.filter(
  ({ references }) => (references?.([oldMill]).resources.length ?? 0) > 0,
);

describe.each(referringDatatypes)('a reference of datatype $name', ({ linkedCodec }) => {
  const writeLabels = (names: ReferencedResource['names'], language = 'en'): readonly unknown[] =>
    linkedCodec
      .write([oldMill], node, {
        ...writeContext,
        language,
        resource: () => ({ graphId: '', rootClass: null, names }),
      })
      .flatMap((term) => (term.kind === 'node' ? term.properties : []))
      .filter(({ predicate }) => predicate === rdfs.label)
      .flatMap(({ values }) => values)
      .map((value) => (value.kind === 'literal' ? [value.value, value.language] : value));

  it('writes the name in each language if the names differ', () => {
    expect(writeLabels({ fr: 'Vieux moulin', en: 'Old Mill' })).toEqual([
      ['Old Mill', 'en'],
      ['Vieux moulin', 'fr'],
    ]);
  });

  it('writes the name of the default language without a language if other languages share it', () => {
    expect(writeLabels({ en: 'Old Mill', 'ar-EG': 'Old Mill', fr: 'Vieux moulin' })).toEqual([
      ['Old Mill', undefined],
      ['Vieux moulin', 'fr'],
    ]);
    expect(writeLabels({ 'en-US': 'a', ja: 'a', en: 'b' }, 'en-GB')).toEqual([
      ['b', 'en'],
      ['a', 'en-US'],
      ['a', 'ja'],
    ]);
  });

  it('writes no other name without a language, even if several languages share it', () => {
    const names = { en: 'a', de: 'a', fr: 'b', it: 'b', es: '' };
    expect(writeLabels(names)).toEqual([
      ['a', undefined],
      ['b', 'fr'],
      ['b', 'it'],
    ]);
    expect(writeLabels(names, 'fr')).toEqual([
      ['b', undefined],
      ['a', 'de'],
      ['a', 'en'],
    ]);
    expect(writeLabels(names, 'ja')).not.toContainEqual(['a', undefined]);
  });
});

describe('the datatypes that refer to resource instances', () => {
  it('are at least two', () => {
    expect(referringDatatypes.length).toBeGreaterThan(1);
  });
});
