import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { languageLiteral, literal } from '../../../../lib/rdf/terms.ts';
import {
  datatypeNode,
  createReadContext,
  writeContext,
  validationContext,
} from './golden-world.ts';

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

const readText = (name: string, language = '', stored: unknown = null) =>
  domainValue.linkedCodec.read(
    [language === '' ? literal(name) : languageLiteral(name, language)],
    node,
    createReadContext(stored),
  );

describe('reading an option', () => {
  it('prefers the option with the text in the same language', () => {
    expect(readText('pain', 'FR')).toEqual({ kind: 'value', value: 'bread' });
    expect(readText('pain', 'en')).toEqual({ kind: 'value', value: 'pain' });
  });

  it('accepts the text in any language, or the id', () => {
    expect(readText('bread')).toEqual({ kind: 'value', value: 'bread' });
    expect(readText('north')).toEqual({ kind: 'value', value: 'north' });
    expect(readText('bare', 'en')).toEqual({ kind: 'value', value: 'bare' });
  });

  it('prefers the stored option if several options have the text', () => {
    expect(readText('N', '', 'none')).toEqual({ kind: 'value', value: 'none' });
  });

  it('reports the options with the text if there are several and none of them is stored', () => {
    expect(readText('N', '', 'bread')).toEqual({
      kind: 'problem',
      message: expect.stringContaining('"north", "none"'),
    });
  });

  it('accepts the texts of one option in several languages', () => {
    const literals = domainValue.linkedCodec.write('bread', node, writeContext);
    expect(literals).toHaveLength(2);
    expect(domainValue.linkedCodec.read(literals, node, createReadContext(null))).toEqual({
      kind: 'value',
      value: 'bread',
    });
  });

  it('reports several options, and nodes in place of texts', () => {
    const context = createReadContext(null);
    const severalLiterals = [literal('bread'), literal('north')];
    expect(domainValue.linkedCodec.read(severalLiterals, node, context)).toEqual({
      kind: 'problem',
      message: expect.stringContaining('"bread", "north"'),
    });
    const rdfNode = { kind: 'node', id: 'https://a.test/', types: [], properties: [] } as const;
    expect(domainValue.linkedCodec.read([rdfNode], node, context)).toMatchObject({
      kind: 'problem',
    });
  });

  it('keeps an unknown option, which the validation then reports', () => {
    expect(readText('castle')).toEqual({ kind: 'value', value: 'castle' });
    expect(domainValue.validate('castle', node, validationContext)).toEqual([
      { code: 'not_an_option', pointer: '', message: expect.stringContaining('"bread", "pain"') },
    ]);
  });
});

describe('an option of a node without options', () => {
  it('is rejected', () => {
    for (const options of [undefined, null, [], 'text']) {
      const nodeWithoutOptions = datatypeNode({ config: { options }, ontologyClass: null });
      expect(domainValue.validate('bread', nodeWithoutOptions, validationContext)).toHaveLength(1);
    }
  });
});
