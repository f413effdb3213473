import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import type {
  FromRdfContext,
  ReferencedConcept,
} from '../../../../lib/model/datatypes/datatype.ts';
import type { RdfNode } from '../../../../lib/rdf/terms.ts';
import { literal } from '../../../../lib/rdf/terms.ts';
import {
  concepts,
  datatypeNode,
  fromRdfContext,
  toRdfContext,
  validateContext,
} from './golden-world.ts';

const concept = datatypeOf('concept');
const node = datatypeNode({ config: {}, ontologyClass: null });

const preferred = 'a0000000-0000-4000-8000-000000000011';
const alternative = 'a0000000-0000-4000-8000-000000000014';
const elsewhere = 'http://vocab.getty.edu/aat/300404670';
const [{ id: conceptId } = { id: '' }] = concepts;

/** Keeps the stored value of the same concept. */
const keeping = (stored: string): FromRdfContext => ({
  ...fromRdfContext(stored),
  conceptValueId: (uriOrId) =>
    uriOrId.endsWith(conceptId) || uriOrId === elsewhere ? stored : undefined,
});

const conceptNode = (id: string, properties: RdfNode['properties'] = []): RdfNode => ({
  kind: 'node',
  id,
  types: [],
  properties,
});

describe('writing a concept', () => {
  const written = (found: Partial<ReferencedConcept>) => {
    const [term] = concept.linkedCodec.write(preferred, node, {
      ...toRdfContext,
      concept: () => ({
        conceptId,
        text: 'mill',
        language: 'en',
        labels: {},
        identifiers: [],
        ...found,
      }),
    });
    return term?.kind === 'node' ? term.properties : undefined;
  };

  it('writes the text of the stored value before the preferred label of the language', () => {
    const [term] = concept.linkedCodec.write(alternative, node, toRdfContext);
    expect(term).toMatchObject({
      properties: [
        {
          values: [
            { value: 'main name', language: 'en' },
            { value: 'bevorzugter Name', language: 'de-CH' },
            { value: 'nom préféré', language: 'fr' },
          ],
        },
        {},
      ],
    });
  });

  it('writes one label for each language, in any letter case of the tag', () => {
    expect(written({ language: 'en-US', labels: { en_us: 'other', EN: 'third' } })).toEqual([
      {
        predicate: 'http://www.w3.org/2000/01/rdf-schema#label',
        values: [
          { kind: 'literal', value: 'mill', language: 'en-US' },
          { kind: 'literal', value: 'third', language: 'EN' },
        ],
      },
    ]);
  });

  it('writes matches only to other vocabularies, not to its own id', () => {
    const properties = written({
      text: '',
      identifiers: [
        `https://heritage.test/concepts/other`,
        `http://former.test/${conceptId.toUpperCase()}`,
        'NAME-1',
        'ftp://vocabulary.test/1',
        'https://vocabulary.test/a b',
        'https://vocabulary.test/a%20b',
      ],
    });
    expect(properties).toEqual([
      {
        predicate: 'http://www.w3.org/2004/02/skos/core#exactMatch',
        values: [{ ...conceptNode('https://vocabulary.test/a%20b'), isShared: true }],
      },
    ]);
  });
});

describe('reading a concept', () => {
  it('keeps the stored value if the document names its concept by id or URI', () => {
    const storedResult = { kind: 'value', value: alternative };
    const context = keeping(alternative);
    expect(concept.textCodec.read([conceptId], node, context)).toEqual(storedResult);
    for (const uri of [`https://heritage.test/concepts/${conceptId}`, elsewhere]) {
      expect(concept.linkedCodec.read([conceptNode(uri)], node, context)).toEqual(storedResult);
    }
  });

  it('accepts the id of a value', () => {
    const read = { kind: 'value', value: preferred };
    const context = keeping(alternative);
    expect(concept.textCodec.read([preferred], node, context)).toEqual(read);
    expect(concept.linkedCodec.read([conceptNode(`urn:uuid:${preferred}`)], node, context)).toEqual(
      read,
    );
  });

  it('chooses the value with the label of the document', () => {
    const label = { kind: 'literal', value: 'nom préféré', language: 'fr' } as const;
    const properties = [
      { predicate: 'http://www.w3.org/2000/01/rdf-schema#label', values: [label] },
    ];
    expect(
      concept.linkedCodec.read([conceptNode(elsewhere, properties)], node, fromRdfContext(null)),
    ).toEqual({
      kind: 'value',
      value: 'a0000000-0000-4000-8000-000000000012',
    });
  });

  it('resolves a concept by an exact match', () => {
    const exactMatch = {
      predicate: 'http://www.w3.org/2004/02/skos/core#exactMatch',
      values: [conceptNode(elsewhere)],
    };
    const term = conceptNode('https://unknown.test/name', [exactMatch]);
    expect(concept.linkedCodec.read([term], node, fromRdfContext(null))).toEqual({
      kind: 'value',
      value: preferred,
    });
  });

  it('reports an unknown URI, and several concepts', () => {
    const unknown = conceptNode('https://unknown.test/name');
    const context = fromRdfContext(null);
    expect(concept.linkedCodec.read([unknown], node, context)).toMatchObject({ kind: 'problem' });
    expect(concept.linkedCodec.read([conceptNode(elsewhere), unknown], node, context)).toEqual({
      kind: 'problem',
      message: 'Exactly one concept is needed here.',
    });
  });

  it('keeps unknown values for validation', () => {
    const context = fromRdfContext(null);
    const read = concept.linkedCodec.read([literal('oak wood')], node, context);
    expect(read).toEqual({ kind: 'value', value: 'oak wood' });
    expect(concept.validate('oak wood', node, validateContext)).toHaveLength(1);
  });
});

describe('a concept node without a collection', () => {
  it('accepts any concept', () => {
    for (const rdmCollection of [undefined, null, '']) {
      const free = datatypeNode({ config: { rdmCollection }, ontologyClass: null });
      expect(concept.validate(preferred, free, validateContext)).toEqual([]);
    }
  });
});
