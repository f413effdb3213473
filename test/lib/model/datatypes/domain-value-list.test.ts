import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { literal } from '../../../../lib/rdf/terms.ts';
import { datatypeNode, createReadContext, writeContext } from './golden-world.ts';

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

const writeAndRead = (value: unknown, stored: unknown = null) =>
  domainValueList.linkedCodec.read(
    domainValueList.linkedCodec.write(value, node, writeContext).toReversed(),
    node,
    createReadContext(stored),
  );

describe('reading a list of options', () => {
  it('reads each option once, even if several texts name it', () => {
    expect(writeAndRead(['a', 'c'])).toEqual({ kind: 'value', value: ['c', 'a'] });
  });

  it('keeps the stored list with its order and duplicates if the options are the same', () => {
    expect(writeAndRead(['c', 'a'], ['a', 'c', 'a'])).toEqual({
      kind: 'value',
      value: ['a', 'c', 'a'],
    });
  });

  it('resolves an ambiguous text to the option that another text identifies', () => {
    expect(writeAndRead(['b'], ['c'])).toEqual({ kind: 'value', value: ['b'] });
  });

  it('keeps an unknown option', () => {
    expect(writeAndRead(['a', 'other'], ['other'])).toEqual({
      kind: 'value',
      value: ['other', 'a'],
    });
  });

  it('reports a text that several options have', () => {
    const result = domainValueList.linkedCodec.read(
      [literal('no')],
      node,
      createReadContext(['a']),
    );
    expect(result).toEqual({ kind: 'problem', message: expect.stringContaining('"b", "c"') });
  });
});
