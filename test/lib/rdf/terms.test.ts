import oxigraph from 'oxigraph';
import { describe, expect, it } from 'vitest';

import { languageLiteral } from '../../../lib/rdf/terms.ts';

describe('a text with a language tag', () => {
  it.each([
    'en',
    'en-US',
    'EN-us',
    'zh-Hant-TW',
    'de-CH-1996',
    'sl-rozaj-biske',
    'x-klingon',
    'en-x-a',
    'en-u-ca-julian',
    'es-419',
  ])('keeps the tag %s, which other parsers accept', (tag) => {
    expect(languageLiteral('mill', tag)).toEqual({ kind: 'literal', value: 'mill', language: tag });
    const line = `<urn:s:s> <urn:p:p> "mill"@${tag} .`;
    expect(oxigraph.parse(line, { format: 'application/n-triples' })).toHaveLength(1);
  });

  it('corrects a tag with an underscore', () => {
    expect(languageLiteral('mill', 'en_US')).toMatchObject({ language: 'en-US' });
  });

  it.each([
    '',
    'a',
    'en-a',
    'en-US-x',
    'de-de-de',
    'english language',
    'en-',
    '@en',
    'é',
    `en${'-abcdefgh'.repeat(11)}`,
  ])('has no language if the tag “%s” is invalid', (tag) => {
    expect(languageLiteral('mill', tag)).toEqual({ kind: 'literal', value: 'mill' });
  });
});
