import { describe, expect, it } from 'vitest';

import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { datatypeNode, fromRdfContext, toRdfContext } from './golden-world.ts';

const conceptList = datatypeOf('concept-list');
const node = datatypeNode({ config: {}, ontologyClass: null });
const [name, oak, slate] = [11, 21, 31].map((last) => `a0000000-0000-4000-8000-0000000000${last}`);
const [nameConcept, oakConcept] = [1, 2].map(
  (last) => `c0000000-0000-4000-8000-00000000000${last}`,
);

describe('reading a list of concepts', () => {
  it('keeps the order of texts in the document', () => {
    const context = fromRdfContext([name, oak]);
    expect(conceptList.textCodec.read([`${oakConcept}`, `${nameConcept}`], node, context)).toEqual({
      kind: 'value',
      value: [oak, name],
    });
  });

  it('keeps the stored order if RDF, which is unordered, has the same concepts', () => {
    const stored = [slate, name, slate];
    const things = conceptList.linkedCodec.write([name, slate], node, toRdfContext);
    expect(conceptList.linkedCodec.read(things, node, fromRdfContext(stored))).toEqual({
      kind: 'value',
      value: stored,
    });
  });

  it('accepts the whole list as one JSON string', () => {
    const text = JSON.stringify([oak, nameConcept]);
    expect(conceptList.textCodec.read([text], node, fromRdfContext(null))).toEqual({
      kind: 'value',
      value: [oak, name],
    });
  });

  it('reports an unknown concept', () => {
    const unknown = { kind: 'node', id: 'https://a.test/', types: [], properties: [] } as const;
    const things = [...conceptList.linkedCodec.write([name], node, toRdfContext), unknown];
    expect(conceptList.linkedCodec.read(things, node, fromRdfContext(null))).toMatchObject({
      kind: 'problem',
      message: expect.stringContaining('https://a.test/'),
    });
  });
});
