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
  createReadContext,
  writeContext,
  validationContext,
} from './golden-world.ts';

const concept = datatypeOf('concept');
const node = datatypeNode({ config: {}, ontologyClass: null });

const preferredLabelId = 'a0000000-0000-4000-8000-000000000011';
const alternativeLabelId = 'a0000000-0000-4000-8000-000000000014';
const externalUri = 'http://vocab.getty.edu/aat/300404670';
const [{ id: conceptId } = { id: '' }] = concepts;

/** Creates a context that keeps the stored value if the document names the concept of the value. */
const createContextWithStoredValue = (storedValueId: string): FromRdfContext => ({
  ...createReadContext(storedValueId),
  conceptValueId: (uriOrId) =>
    uriOrId.endsWith(conceptId) || uriOrId === externalUri ? storedValueId : undefined,
});

const conceptNode = (id: string, properties: RdfNode['properties'] = []): RdfNode => ({
  kind: 'node',
  id,
  types: [],
  properties,
});

describe('writing a concept', () => {
  const writeProperties = (overrides: Partial<ReferencedConcept>) => {
    const [term] = concept.linkedCodec.write(preferredLabelId, node, {
      ...writeContext,
      concept: () => ({
        conceptId,
        text: 'mill',
        language: 'en',
        labels: {},
        identifiers: [],
        ...overrides,
      }),
    });
    return term?.kind === 'node' ? term.properties : undefined;
  };

  it('writes the text of the stored value instead of the preferred label in its language', () => {
    const [term] = concept.linkedCodec.write(alternativeLabelId, node, writeContext);
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

  it('writes only one label for language tags that differ in letter case or separator', () => {
    expect(writeProperties({ language: 'en-US', labels: { en_us: 'other', EN: 'third' } })).toEqual(
      [
        {
          predicate: 'http://www.w3.org/2000/01/rdf-schema#label',
          values: [
            { kind: 'literal', value: 'mill', language: 'en-US' },
            { kind: 'literal', value: 'third', language: 'EN' },
          ],
        },
      ],
    );
  });

  it('writes exactMatch only for valid URIs in other vocabularies', () => {
    const properties = writeProperties({
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
    const storedResult = { kind: 'value', value: alternativeLabelId };
    const context = createContextWithStoredValue(alternativeLabelId);
    expect(concept.textCodec.read([conceptId], node, context)).toEqual(storedResult);
    for (const uri of [`https://heritage.test/concepts/${conceptId}`, externalUri]) {
      expect(concept.linkedCodec.read([conceptNode(uri)], node, context)).toEqual(storedResult);
    }
  });

  it('accepts the id of a concept value', () => {
    const result = { kind: 'value', value: preferredLabelId };
    const context = createContextWithStoredValue(alternativeLabelId);
    expect(concept.textCodec.read([preferredLabelId], node, context)).toEqual(result);
    expect(
      concept.linkedCodec.read([conceptNode(`urn:uuid:${preferredLabelId}`)], node, context),
    ).toEqual(result);
  });

  it('chooses the value with the label of the document', () => {
    const label = { kind: 'literal', value: 'nom préféré', language: 'fr' } as const;
    const properties = [
      { predicate: 'http://www.w3.org/2000/01/rdf-schema#label', values: [label] },
    ];
    expect(
      concept.linkedCodec.read(
        [conceptNode(externalUri, properties)],
        node,
        createReadContext(null),
      ),
    ).toEqual({
      kind: 'value',
      value: 'a0000000-0000-4000-8000-000000000012',
    });
  });

  it('resolves a concept by an exact match', () => {
    const exactMatch = {
      predicate: 'http://www.w3.org/2004/02/skos/core#exactMatch',
      values: [conceptNode(externalUri)],
    };
    const term = conceptNode('https://unknown.test/name', [exactMatch]);
    expect(concept.linkedCodec.read([term], node, createReadContext(null))).toEqual({
      kind: 'value',
      value: preferredLabelId,
    });
  });

  it('reports an unknown URI, and several concepts', () => {
    const unknown = conceptNode('https://unknown.test/name');
    const context = createReadContext(null);
    expect(concept.linkedCodec.read([unknown], node, context)).toMatchObject({ kind: 'problem' });
    expect(concept.linkedCodec.read([conceptNode(externalUri), unknown], node, context)).toEqual({
      kind: 'problem',
      message: 'Give exactly one concept.',
    });
  });

  it('keeps an unknown value, which the validation then reports', () => {
    const context = createReadContext(null);
    const result = concept.linkedCodec.read([literal('oak wood')], node, context);
    expect(result).toEqual({ kind: 'value', value: 'oak wood' });
    expect(concept.validate('oak wood', node, validationContext)).toHaveLength(1);
  });
});

describe('a concept node without a collection', () => {
  it('accepts any concept', () => {
    for (const rdmCollection of [undefined, null, '']) {
      const nodeWithoutCollection = datatypeNode({
        config: { rdmCollection },
        ontologyClass: null,
      });
      expect(concept.validate(preferredLabelId, nodeWithoutCollection, validationContext)).toEqual(
        [],
      );
    }
  });
});
