import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { literal } from '../../../../lib/rdf/terms.ts';
import { datatypeNode, fromRdfContext, toRdfContext } from './golden-world.ts';

const domainValueList = datatypeOf('domain-value-list');
const node = datatypeNode({
  ontologyClass: null,
  config: {
    options: [
      { id: 'a', text: { en: 'yes', fr: 'oui' } },
      { id: 'b', text: { en: 'no', fr: 'non' } },
      { id: 'c', text: { en: 'no', fr: 'pas' } },
    ],
  },
});

const readBack = (written: unknown, stored: unknown = null) =>
  domainValueList.linkedCodec.read(
    domainValueList.linkedCodec.write(written, node, toRdfContext).toReversed(),
    node,
    fromRdfContext(stored),
  );

describe('a list of options as it is read', () => {
  it('has each option once, however many texts name it', () => {
    expect(readBack(['a', 'c'])).toEqual({ kind: 'value', value: ['c', 'a'] });
  });

  it('keeps the stored list, its order and its repetitions, where the options are the same', () => {
    expect(readBack(['c', 'a'], ['a', 'c', 'a'])).toEqual({
      kind: 'value',
      value: ['a', 'c', 'a'],
    });
  });

  it('takes a text of several options for the one that another text names', () => {
    expect(readBack(['b'], ['c'])).toEqual({ kind: 'value', value: ['b'] });
  });

  it('keeps an option that the node does not have', () => {
    expect(readBack(['a', 'other'], ['other'])).toEqual({ kind: 'value', value: ['other', 'a'] });
  });

  it('is a problem where a text is that of several options', () => {
    const read = domainValueList.linkedCodec.read([literal('no')], node, fromRdfContext(['a']));
    expect(read).toEqual({ kind: 'problem', message: expect.stringContaining('"b", "c"') });
  });
});
