import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { datatypeNode, fromRdfContext, toRdfContext } from './golden-world.ts';

const conceptList = datatypeOf('concept-list');
const node = datatypeNode({ config: {}, ontologyClass: null });
const [nameValue, oakValue, slateValue] = [11, 21, 31].map(
  (last) => `a0000000-0000-4000-8000-0000000000${last}`,
);
const [nameConcept, oakConcept] = [1, 2].map(
  (last) => `c0000000-0000-4000-8000-00000000000${last}`,
);

describe('reading a list of concepts', () => {
  it('keeps the order of texts in the document', () => {
    const context = fromRdfContext([nameValue, oakValue]);
    expect(conceptList.textCodec.read([`${oakConcept}`, `${nameConcept}`], node, context)).toEqual({
      kind: 'value',
      value: [oakValue, nameValue],
    });
  });

  it('keeps the stored order if RDF, which is unordered, has the same concepts', () => {
    const stored = [slateValue, nameValue, slateValue];
    const rdfNodes = conceptList.linkedCodec.write([nameValue, slateValue], node, toRdfContext);
    expect(conceptList.linkedCodec.read(rdfNodes, node, fromRdfContext(stored))).toEqual({
      kind: 'value',
      value: stored,
    });
  });

  it('accepts the whole list as one JSON string', () => {
    const text = JSON.stringify([oakValue, nameConcept]);
    expect(conceptList.textCodec.read([text], node, fromRdfContext(null))).toEqual({
      kind: 'value',
      value: [oakValue, nameValue],
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
      ...conceptList.linkedCodec.write([nameValue], node, toRdfContext),
      unknownConcept,
    ];
    expect(conceptList.linkedCodec.read(rdfNodes, node, fromRdfContext(null))).toMatchObject({
      kind: 'problem',
      message: expect.stringContaining('https://a.test/'),
    });
  });
});
