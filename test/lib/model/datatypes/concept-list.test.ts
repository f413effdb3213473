import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { datatypeNode, createReadContext, writeContext } from './golden-world.ts';

const conceptList = datatypeOf('concept-list');
const node = datatypeNode({ config: {}, ontologyClass: null });
const [nameTypeValue, oakValue, slateValue] = [11, 21, 31].map(
  (last) => `a0000000-0000-4000-8000-0000000000${last}`,
);
const [nameTypeConcept, oakConcept] = [1, 2].map(
  (last) => `c0000000-0000-4000-8000-00000000000${last}`,
);

describe('reading a list of concepts', () => {
  it('keeps the order of texts in the document', () => {
    const context = createReadContext([nameTypeValue, oakValue]);
    expect(
      conceptList.textCodec.read([`${oakConcept}`, `${nameTypeConcept}`], node, context),
    ).toEqual({
      kind: 'value',
      value: [oakValue, nameTypeValue],
    });
  });

  it('keeps the stored order if RDF, which is unordered, has the same concepts', () => {
    const stored = [slateValue, nameTypeValue, slateValue];
    const rdfNodes = conceptList.linkedCodec.write([nameTypeValue, slateValue], node, writeContext);
    expect(conceptList.linkedCodec.read(rdfNodes, node, createReadContext(stored))).toEqual({
      kind: 'value',
      value: stored,
    });
  });

  it('accepts the whole list as one JSON string', () => {
    const text = JSON.stringify([oakValue, nameTypeConcept]);
    expect(conceptList.textCodec.read([text], node, createReadContext(null))).toEqual({
      kind: 'value',
      value: [oakValue, nameTypeValue],
    });
  });

  it('reports an unknown concept', () => {
    const unknownConcept = {
      kind: 'node',
      id: 'https://a.test/',
      types: [],
      properties: [],
    } as const;
    const rdfNodes = [
      ...conceptList.linkedCodec.write([nameTypeValue], node, writeContext),
      unknownConcept,
    ];
    expect(conceptList.linkedCodec.read(rdfNodes, node, createReadContext(null))).toMatchObject({
      kind: 'problem',
      message: expect.stringContaining('https://a.test/'),
    });
  });
});
