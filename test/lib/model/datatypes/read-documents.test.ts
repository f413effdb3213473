import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type { ReadResult } from '../../../../lib/model/datatypes/datatype.ts';
import {
  languageLiteral,
  literal,
  type RdfNode,
  type RdfValue,
} from '../../../../lib/rdf/terms.ts';
import { rdfs, xsd } from '../../../../lib/rdf/vocabulary.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { datatypeNode, createReadContext } from './golden-world.ts';

const node = datatypeNode({ config: {}, ontologyClass: null });

/** Reads values of a linked document. */
const readLinked = (
  name: string,
  values: readonly RdfValue[],
  stored: unknown = null,
): ReadResult => datatypeOf(name).linkedCodec.read(values, node, createReadContext(stored));

const readText = (name: string, text: string, stored: unknown = null): ReadResult =>
  datatypeOf(name).textCodec.read([text], node, createReadContext(stored));

const createResult = (value: unknown): ReadResult => ({ kind: 'value', value });

const englishText = { value: 'Old Mill', direction: 'ltr' };

describe('reading a string', () => {
  it('combines all languages in one value, each with its direction', () => {
    expect(
      readLinked('string', [languageLiteral('Old Mill', 'en'), languageLiteral('طاحونة', 'ar')]),
    ).toStrictEqual(createResult({ en: englishText, ar: { value: 'طاحونة', direction: 'rtl' } }));
  });

  it('returns a plain text if there is no language', () => {
    expect(readLinked('string', [literal('Old Mill')])).toStrictEqual(createResult('Old Mill'));
  });

  it('returns a plain text if the text equals the stored plain text, in any language', () => {
    expect(readLinked('string', [languageLiteral('Old Mill', 'en')], 'Old Mill')).toStrictEqual(
      createResult('Old Mill'),
    );
  });

  it('returns a text by language if the stored text is a text by language, in both shapes', () => {
    const storedValue = { en: { value: 'Mill', direction: 'ltr' } };
    expect(readLinked('string', [literal('Old Mill')], storedValue)).toStrictEqual(
      createResult({ en: englishText }),
    );
    expect(readText('string', 'Old Mill', storedValue)).toStrictEqual(
      createResult({ en: englishText }),
    );
  });

  it('returns a text by language if any of the texts has a language', () => {
    expect(
      readLinked('string', [literal('Old Mill'), languageLiteral('Vieux moulin', 'fr')]),
    ).toStrictEqual(
      createResult({ en: englishText, fr: { value: 'Vieux moulin', direction: 'ltr' } }),
    );
  });

  it('keeps stored tags, directions and empty languages if nothing else changes', () => {
    const storedValue = {
      EN: { value: 'Old Mill', direction: 'rtl' },
      fr: { value: '', direction: 'ltr' },
    };
    expect(readLinked('string', [languageLiteral('Old Mill', 'en')], storedValue)).toStrictEqual(
      createResult(storedValue),
    );
  });

  it('keeps the stored tag and direction if the text changes', () => {
    const storedValue = { en_US: { value: 'Mill', direction: 'rtl' } };
    expect(readLinked('string', [languageLiteral('Old Mill', 'en-us')], storedValue)).toStrictEqual(
      createResult({ en_US: { value: 'Old Mill', direction: 'rtl' } }),
    );
  });

  it('rejects two texts in one language', () => {
    expect(
      readLinked('string', [languageLiteral('Old Mill', 'en'), languageLiteral('Mill', 'EN')]),
    ).toStrictEqual({
      kind: 'problem',
      message: 'There are two texts in the language en: give one for each language.',
    });
  });

  it('keeps the digits of a number', () => {
    expect(readLinked('string', [literal('1850', xsd.integer)])).toStrictEqual(
      createResult('1850'),
    );
  });
});

describe('reading a number', () => {
  it('keeps the stored spelling of an equal number', () => {
    expect(readLinked('number', [literal('1.25E1', xsd.double)], 12.5)).toStrictEqual(
      createResult(12.5),
    );
  });

  it('keeps every digit', () => {
    expect(readLinked('number', [literal('+12345678901234567890', xsd.integer)])).toStrictEqual(
      createResult(parseLossless('12345678901234567890')),
    );
  });
});

describe('reading a boolean', () => {
  it('accepts 1 and 0', () => {
    expect(readLinked('boolean', [literal('1', xsd.boolean)])).toStrictEqual(createResult(true));
    expect(readLinked('boolean', [literal('0', xsd.boolean)])).toStrictEqual(createResult(false));
  });
});

describe('reading a date', () => {
  it('keeps the precision of the document for any RDF datatype', () => {
    expect(readLinked('date', [literal('2019-10-01', xsd.dateTime)])).toStrictEqual(
      createResult('2019-10-01'),
    );
    expect(readLinked('date', [literal('1850', xsd.integer)])).toStrictEqual(createResult('1850'));
  });

  it('keeps the stored spelling of an equal date', () => {
    const storedValue = '2019-10-01 12:30:00+0200';
    expect(readLinked('date', [literal('2019-10-01T12:30:00+02:00')], storedValue)).toStrictEqual(
      createResult(storedValue),
    );
  });
});

describe('reading a web address', () => {
  const createAddressNode = (id: string, ...labels: readonly string[]): RdfNode => ({
    kind: 'node',
    id,
    types: [],
    properties:
      labels.length === 0
        ? []
        : [{ predicate: rdfs.label, values: labels.map((label) => literal(label)) }],
  });
  const storedValue = { url: 'https://mills.test/old mill', url_label: 'The mill' };

  it('keeps the stored spelling and label if the document does not repeat them', () => {
    expect(
      readLinked('url', [createAddressNode('https://mills.test/old%20mill')], storedValue),
    ).toStrictEqual(createResult(storedValue));
  });

  it('accepts another label, even an empty one', () => {
    for (const url_label of ['Mill', '']) {
      expect(
        readLinked(
          'url',
          [createAddressNode('https://mills.test/old%20mill', url_label)],
          storedValue,
        ),
      ).toStrictEqual(createResult({ url: storedValue.url, url_label }));
    }
  });

  it('keeps the stored label if the document has several labels for the address', () => {
    expect(
      readLinked(
        'url',
        [createAddressNode('https://mills.test/old%20mill', 'Mill', 'The mill')],
        storedValue,
      ),
    ).toStrictEqual(createResult(storedValue));
  });

  it('does not keep the stored label if the address changes', () => {
    expect(
      readLinked('url', [createAddressNode('https://mills.test/new')], storedValue),
    ).toStrictEqual(createResult({ url: 'https://mills.test/new', url_label: '' }));
  });

  it('accepts a literal', () => {
    expect(readLinked('url', [literal('https://mills.test/new', xsd.anyURI)])).toStrictEqual(
      createResult({ url: 'https://mills.test/new', url_label: '' }),
    );
  });

  it('rejects two addresses', () => {
    expect(
      readLinked('url', [
        createAddressNode('https://mills.test/1'),
        createAddressNode('https://mills.test/2'),
      ]).kind,
    ).toBe('problem');
  });
});

describe('reading the tile of a node-value', () => {
  const tile = 'd0000000-0000-4000-8000-000000000001';
  const createNode = (id: string): RdfNode => ({ kind: 'node', id, types: [], properties: [] });

  it('extracts the tile from a URI with the present or a former base URL', () => {
    for (const base of ['https://heritage.test', 'http://former.test:8000/heritage']) {
      expect(
        readLinked('node-value', [createNode(`${base}/tile/${tile}/node/${tile}`)]),
      ).toStrictEqual(createResult(tile));
    }
  });

  it('keeps the stored letter case', () => {
    const storedValue = tile.toUpperCase();
    expect(
      readLinked(
        'node-value',
        [createNode(`https://heritage.test/tile/${tile}/node/${tile}`)],
        storedValue,
      ),
    ).toStrictEqual(createResult(storedValue));
  });

  it('rejects any other URI', () => {
    for (const uri of [
      `https://elsewhere.test/tile/${tile}/node/${tile}`,
      'https://heritage.test/tile/1/node/2',
    ]) {
      expect(readLinked('node-value', [createNode(uri)]).kind).toBe('problem');
    }
  });
});

describe('a document that contains exactly the stored value', () => {
  it('is read as the stored value, even if the value is invalid', () => {
    expect(readText('string', '7', 7)).toStrictEqual(createResult(7));
    expect(readText('somebody-elses-datatype', 'true', true)).toStrictEqual(createResult(true));
    expect(readLinked('date', [literal('1850', xsd.integer)], 1850)).toStrictEqual(
      createResult(1850),
    );
  });

  it('is recognized in any order of its literals', () => {
    const storedValue = { en: englishText, fr: { value: 'Moulin', direction: 'ltr' } };
    const literals = [languageLiteral('Moulin', 'FR'), languageLiteral('Old Mill', 'en')];
    expect(readLinked('string', literals, storedValue)).toStrictEqual(createResult(storedValue));
  });
});
