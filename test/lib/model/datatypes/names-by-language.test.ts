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
  const writeLabels = (names: ReferencedResource['names']): readonly unknown[] =>
    linkedCodec
      .write([oldMill], node, {
        ...writeContext,
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

  it('writes a name without a language if several languages share it', () => {
    expect(writeLabels({ en: 'Old Mill', 'ar-EG': 'Old Mill', fr: 'Vieux moulin' })).toEqual([
      ['Old Mill', undefined],
      ['Vieux moulin', 'fr'],
    ]);
    expect(writeLabels({ en: 'a', de: 'a', fr: 'b', it: 'b', es: '' })).toEqual([
      ['a', undefined],
      ['b', undefined],
    ]);
  });
});

describe('the datatypes that refer to resource instances', () => {
  it('are at least two', () => {
    expect(referringDatatypes.length).toBeGreaterThan(1);
  });
});
