import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { languageLiteral, literal } from '../../../../lib/rdf/terms.ts';
import { datatypeNode, fromRdfContext, toRdfContext, validateContext } from './golden-world.ts';

const domainValue = datatypeOf('domain-value');
const node = datatypeNode({
  ontologyClass: null,
  config: {
    options: [
      { id: 'bread', text: { fr: 'pain', en: 'bread' } },
      { id: 'pain', text: { en: 'pain' } },
      { id: 'north', text: 'N' },
      { id: 'none', text: 'N' },
      { id: 'bare', text: { en: '', fr: null } },
      'no option',
    ],
  },
});

const read = (name: string, language = '', stored: unknown = null) =>
  domainValue.linkedCodec.read(
    [language === '' ? literal(name) : languageLiteral(name, language)],
    node,
    fromRdfContext(stored),
  );

describe('an option as it is read', () => {
  it('is the one with the text in its language, before those with the text in others', () => {
    expect(read('pain', 'FR')).toEqual({ kind: 'value', value: 'bread' });
    expect(read('pain', 'en')).toEqual({ kind: 'value', value: 'pain' });
  });

  it('is the one with the text in any language, or with the id', () => {
    expect(read('bread')).toEqual({ kind: 'value', value: 'bread' });
    expect(read('north')).toEqual({ kind: 'value', value: 'north' });
    expect(read('bare', 'en')).toEqual({ kind: 'value', value: 'bare' });
  });

  it('is the stored one where several have the text', () => {
    expect(read('N', '', 'none')).toEqual({ kind: 'value', value: 'none' });
  });

  it('is a problem that names the options where several have the text and none is stored', () => {
    expect(read('N', '', 'bread')).toEqual({
      kind: 'problem',
      message: expect.stringContaining('"north", "none"'),
    });
  });

  it('is one option, named in several languages', () => {
    const literals = domainValue.linkedCodec.write('bread', node, toRdfContext);
    expect(literals).toHaveLength(2);
    expect(domainValue.linkedCodec.read(literals, node, fromRdfContext(null))).toEqual({
      kind: 'value',
      value: 'bread',
    });
  });

  it('is a problem where several are named, or a thing stands in place of a text', () => {
    const context = fromRdfContext(null);
    const several = [literal('bread'), literal('north')];
    expect(domainValue.linkedCodec.read(several, node, context)).toEqual({
      kind: 'problem',
      message: expect.stringContaining('"bread", "north"'),
    });
    const thing = { kind: 'node', id: 'https://a.test/', types: [], properties: [] } as const;
    expect(domainValue.linkedCodec.read([thing], node, context)).toMatchObject({ kind: 'problem' });
  });

  it('stays as it is where it names none, for validate to refuse', () => {
    expect(read('castle')).toEqual({ kind: 'value', value: 'castle' });
    expect(domainValue.validate('castle', node, validateContext)).toEqual([
      { code: 'not_an_option', pointer: '', message: expect.stringContaining('"bread", "pain"') },
    ]);
  });
});

describe('an option of a node that has none', () => {
  it('is refused', () => {
    for (const options of [undefined, null, [], 'text']) {
      const bare = datatypeNode({ config: { options }, ontologyClass: null });
      expect(domainValue.validate('bread', bare, validateContext)).toHaveLength(1);
    }
  });
});
