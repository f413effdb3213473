import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { estimateConceptBytes } from '../../../../lib/serializers/concepts/concept-writer.ts';
import {
  createConceptJsonWriter,
  ConceptTooDeep,
  type ConceptObject,
} from '../../../../lib/serializers/concepts/concept-json.ts';
import {
  above,
  below,
  documentOf,
  everything,
  ids,
  label,
  thesaurus,
  type DrawnThesaurus,
} from './concept-graph.ts';

const mill = thesaurus(
  [
    ['scheme', 'hasTopConcept', 'building'],
    ['building', 'narrower', 'mill'],
    ['mill', 'narrower', 'watermill'],
    ['mill', 'narrower', 'windmill'],
    ['mill', 'related', 'miller'],
  ],
  {
    mill: [
      label('v1', 'Mill'),
      { id: 'v2', category: 'note', type: 'scopeNote', language: 'en', text: 'Grinds.' },
    ],
  },
);

const stub = (id: string, relationshiptype: string) => ({
  id,
  legacyoid: `https://service.test/concepts/${id}`,
  nodetype: 'Concept',
  hassubconcepts: false,
  relationshiptype,
  parentconcepts: [],
  relatedconcepts: [],
  subconcepts: [],
  values: [],
});

describe('the concept document', () => {
  it('has exactly the fields of the specification', async () => {
    const leaf = { ...everything, includeParentConcepts: false, includeRelatedConcepts: false };
    expect(await documentOf(mill, 'mill', { ...leaf, depthLimit: 0 })).toStrictEqual({
      ...stub('mill', ''),
      hassubconcepts: true,
      values: [
        {
          id: 'v1',
          conceptid: 'mill',
          category: 'label',
          type: 'prefLabel',
          language: 'en',
          value: 'Mill',
        },
        {
          id: 'v2',
          conceptid: 'mill',
          category: 'note',
          type: 'scopeNote',
          language: 'en',
          value: 'Grinds.',
        },
      ],
    });
  });

  it('keeps the former identifier of a concept', async () => {
    const { graph, contents } = thesaurus([], { mill: [] });
    const concept = graph.get('mill');
    const moved = new Map(concept && [['mill', { ...concept, legacyId: 'http://ex/7' }]]);
    const document = await documentOf({ graph: moved, contents }, 'mill', everything);
    expect(document?.legacyoid).toBe('http://ex/7');
  });

  it('is absent if the concept is unknown', async () => {
    expect(await documentOf(mill, 'castle', everything)).toBeUndefined();
  });

  it('lists values by category, type, language and id', async () => {
    const graph = thesaurus([], {
      mill: [
        { id: 'v6', category: 'identifiers', type: 'identifier', language: '', text: '7' },
        { id: 'v5', category: 'note', type: 'scopeNote', language: 'en', text: 'n' },
        { id: 'v4', category: 'label', type: 'altLabel', language: 'de', text: 'a' },
        { id: 'v3', category: 'label', type: 'prefLabel', language: 'en', text: 'c' },
        { id: 'v2', category: 'label', type: 'prefLabel', language: 'en', text: 'b' },
        { id: 'v1', category: 'label', type: 'prefLabel', language: 'fr', text: 'd' },
        { id: 'v0', category: 'undefined', type: 'sortorder', language: '', text: '1' },
      ],
    });
    const document = await documentOf(graph, 'mill', everything);
    expect(document?.values.map((value) => value.id)).toStrictEqual([
      'v2',
      'v3',
      'v1',
      'v4',
      'v5',
      'v6',
      'v0',
    ]);
  });
});

describe('sub concepts', () => {
  it('reach down to the leaves, each with the type of its relation', async () => {
    const document = await documentOf(mill, 'scheme', everything);
    expect(below(document)).toStrictEqual({ building: { mill: { watermill: {}, windmill: {} } } });
    expect(document?.subconcepts[0]?.relationshiptype).toBe('hasTopConcept');
    expect(document?.subconcepts[0]?.subconcepts[0]?.relationshiptype).toBe('narrower');
  });

  it('stop at the depth limit, and hassubconcepts is still true there', async () => {
    const document = await documentOf(mill, 'scheme', { ...everything, depthLimit: 2 });
    expect(below(document)).toStrictEqual({ building: { mill: {} } });
    expect(document?.subconcepts[0]?.subconcepts[0]?.hassubconcepts).toBe(true);
  });

  it('are omitted unless requested, whatever the depth limit', async () => {
    const options = { ...everything, includeSubConcepts: false, depthLimit: 3 };
    const document = await documentOf(mill, 'building', options);
    expect(document).toMatchObject({ hassubconcepts: true, subconcepts: [] });
  });

  it('list the concept above them as a parent without values', async () => {
    const document = await documentOf(mill, 'mill', everything);
    expect(document?.subconcepts[0]?.parentconcepts).toStrictEqual([stub('mill', 'narrower')]);
  });

  it('are complete below each of their parents', async () => {
    const graph = thesaurus([
      ['top', 'narrower', 'left'],
      ['top', 'narrower', 'right'],
      ['left', 'narrower', 'shared'],
      ['right', 'narrower', 'shared'],
      ['shared', 'narrower', 'leaf'],
    ]);
    const document = await documentOf(graph, 'top', everything);
    expect(below(document)).toStrictEqual({
      left: { shared: { leaf: {} } },
      right: { shared: { leaf: {} } },
    });
    const shared = document?.subconcepts[0]?.subconcepts[0];
    expect(above(shared)).toStrictEqual({ left: {}, right: { top: {} } });
    expect(shared?.parentconcepts.map((parent) => parent.values.length)).toStrictEqual([0, 1]);
  });

  it('are stubs if a cycle returns to a concept above', async () => {
    const graph = thesaurus([
      ['a', 'narrower', 'b'],
      ['b', 'narrower', 'a'],
      ['b', 'narrower', 'b'],
    ]);
    const document = await documentOf(graph, 'a', everything);
    expect(below(document)).toStrictEqual({ b: { a: {}, b: {} } });
    expect(document?.subconcepts[0]?.subconcepts[0]).toStrictEqual(stub('a', 'narrower'));
  });
});

describe('parent concepts', () => {
  it('reach up to the scheme, without their sub concepts', async () => {
    const document = await documentOf(mill, 'watermill', everything);
    expect(above(document)).toStrictEqual({ mill: { building: { scheme: {} } } });
    expect(document?.parentconcepts[0]).toMatchObject({ hassubconcepts: true, subconcepts: [] });
  });

  it('do not count for the depth limit', async () => {
    const document = await documentOf(mill, 'watermill', { ...everything, depthLimit: 0 });
    expect(above(document)).toStrictEqual({ mill: { building: { scheme: {} } } });
  });

  it('are omitted at every level unless requested', async () => {
    const document = await documentOf(mill, 'mill', {
      ...everything,
      includeParentConcepts: false,
    });
    expect(document?.parentconcepts).toStrictEqual([]);
    expect(document?.subconcepts.map(above)).toStrictEqual([{}, {}]);
  });
});

describe('related concepts', () => {
  it('have only labels, and no relatives', async () => {
    const options = { ...everything, includeParentConcepts: false };
    expect((await documentOf(mill, 'miller', options))?.relatedconcepts).toStrictEqual([
      {
        ...stub('mill', 'related'),
        hassubconcepts: true,
        values: [
          {
            id: 'v1',
            conceptid: 'mill',
            category: 'label',
            type: 'prefLabel',
            language: 'en',
            value: 'Mill',
          },
        ],
      },
    ]);
  });

  it('are listed at both ends of the relation', async () => {
    expect(ids((await documentOf(mill, 'mill', everything))?.relatedconcepts)).toStrictEqual([
      'miller',
    ]);
    expect(ids((await documentOf(mill, 'miller', everything))?.relatedconcepts)).toStrictEqual([
      'mill',
    ]);
  });

  it('are omitted unless requested', async () => {
    const options = { ...everything, includeRelatedConcepts: false };
    expect((await documentOf(mill, 'mill', options))?.relatedconcepts).toStrictEqual([]);
  });
});

describe('the order of relatives', () => {
  const children = async (values: Parameters<typeof thesaurus>[1]) => {
    const relations = Object.keys(values ?? {}).map((id) => ['top', 'narrower', id] as const);
    return ids((await documentOf(thesaurus(relations, values), 'top', everything))?.subconcepts);
  };

  it('follows their labels, with numbers compared as numbers', async () => {
    const centuries = {
      a: [label('1', '10th')],
      b: [label('2', '9th')],
      c: [label('3', 'Ancient')],
    };
    expect(await children(centuries)).toStrictEqual(['b', 'a', 'c']);
  });

  it('does not depend on the order of the input', async () => {
    const same = { b: [label('1', 'x')], a: [label('2', 'x')], c: [] };
    expect(await children(same)).toStrictEqual(['c', 'a', 'b']);
  });
});

describe('a document that would be too large', () => {
  const lattice = (layers: number) =>
    thesaurus(
      Array.from({ length: layers }, (_, layer) => layer).flatMap((layer) =>
        ['left', 'right'].flatMap((side) => [
          [`${layer}`, 'narrower', `${layer}-${side}`] as const,
          [`${layer}-${side}`, 'narrower', `${layer + 1}`] as const,
        ]),
      ),
    );

  const bytesOf = (drawn: DrawnThesaurus, id: string, options = everything): number => {
    const top = drawn.graph.get(id);
    return top === undefined
      ? 0
      : estimateConceptBytes(createConceptJsonWriter(drawn.graph, top, options), false, 1_000_000);
  };

  it.each(['0', '30'])(
    'is recognised by its estimate before it is written, with 2^30 paths through 30 layers: from %s',
    (top) => {
      expect(bytesOf(lattice(30), top)).toBeGreaterThan(1_000_000);
      const above = { ...everything, includeParentConcepts: false, depthLimit: 4 };
      expect(bytesOf(lattice(30), top, above)).toBeLessThan(20_000);
    },
  );

  it('has about the estimated size, whatever its options', async () => {
    for (const options of [everything, { ...everything, includeRelatedConcepts: false }]) {
      const text = JSON.stringify(await documentOf(mill, 'scheme', options));
      // The values are short.
      expect(bytesOf(mill, 'scheme', options) / text.length).toBeGreaterThan(0.95);
      expect(bytesOf(mill, 'scheme', options) / text.length).toBeLessThan(1.15);
    }
  });

  it('is possible with a depth limit and without parents', async () => {
    const options = { ...everything, includeParentConcepts: false, depthLimit: 4 };
    expect(below(await documentOf(lattice(30), '0', options))).toStrictEqual({
      '0-left': { 1: { '1-left': { 2: {} }, '1-right': { 2: {} } } },
      '0-right': { 1: { '1-left': { 2: {} }, '1-right': { 2: {} } } },
    });
  });

  it('is rejected if concepts are nested too deep', async () => {
    const chain = thesaurus(
      Array.from({ length: 5000 }, (_, layer) => [`${layer}`, 'narrower', `${layer + 1}`] as const),
    );
    await expect(documentOf(chain, '0', everything)).rejects.toThrow(ConceptTooDeep);
    const layers = { ...everything, depthLimit: 499 };
    expect((await documentOf(chain, '0', layers))?.subconcepts).toHaveLength(1);
  });
});

describe('any thesaurus', () => {
  const node = fc.integer({ min: 0, max: 5 }).map(String);
  const relations = fc.uniqueArray(
    fc.tuple(node, fc.constantFrom('narrower', 'hasTopConcept', 'related', 'closeMatch'), node),
    { maxLength: 9, selector: (relation) => relation.join(' ') },
  );

  it('has no values of a concept inside itself', async () => {
    await fc.assert(
      fc.asyncProperty(relations, async (drawn) => {
        const graph = thesaurus([...drawn, ['0', 'narrower', '1']]);
        const insideThemselves = (
          concept: ConceptObject,
          path: readonly string[],
        ): readonly ConceptObject[] => [
          ...(path.includes(concept.id) ? [concept] : []),
          ...[...concept.subconcepts, ...concept.parentconcepts].flatMap((relative) =>
            insideThemselves(relative, [...path, concept.id]),
          ),
        ];
        const document = await documentOf(graph, '0', everything);
        const stubs = document === undefined ? [] : insideThemselves(document, []);
        expect(stubs.flatMap((concept) => concept.values)).toStrictEqual([]);
      }),
    );
  });
});
