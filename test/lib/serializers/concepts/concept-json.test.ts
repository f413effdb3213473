import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { estimateConceptBytes } from '../../../../lib/serializers/concepts/concept-writer.ts';
import {
  createConceptJsonWriter,
  ConceptTooDeep,
  type ConceptObject,
} from '../../../../lib/serializers/concepts/concept-json.ts';
import {
  nestParentConcepts,
  nestSubConcepts,
  writeConceptObject,
  allOptions,
  listIds,
  createLabel,
  createThesaurus,
  type TestThesaurus,
} from './concept-graph.ts';

const millThesaurus = createThesaurus(
  [
    ['scheme', 'hasTopConcept', 'building'],
    ['building', 'narrower', 'mill'],
    ['mill', 'narrower', 'watermill'],
    ['mill', 'narrower', 'windmill'],
    ['mill', 'related', 'miller'],
  ],
  {
    mill: [
      createLabel('v1', 'Mill'),
      { id: 'v2', category: 'note', type: 'scopeNote', language: 'en', text: 'Grinds.' },
    ],
  },
);

const createStub = (id: string, relationshiptype: string) => ({
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
    const optionsWithoutRelatives = {
      ...allOptions,
      includeParentConcepts: false,
      includeRelatedConcepts: false,
    };
    expect(
      await writeConceptObject(millThesaurus, 'mill', {
        ...optionsWithoutRelatives,
        depthLimit: 0,
      }),
    ).toStrictEqual({
      ...createStub('mill', ''),
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
    const { graph, contents } = createThesaurus([], { mill: [] });
    const concept = graph.get('mill');
    const graphWithFormerIdentifier = new Map(
      concept && [['mill', { ...concept, legacyId: 'http://ex/7' }]],
    );
    const document = await writeConceptObject(
      { graph: graphWithFormerIdentifier, contents },
      'mill',
      allOptions,
    );
    expect(document?.legacyoid).toBe('http://ex/7');
  });

  it('is absent if the concept is unknown', async () => {
    expect(await writeConceptObject(millThesaurus, 'castle', allOptions)).toBeUndefined();
  });

  it('lists values by category, type, language and id', async () => {
    const thesaurus = createThesaurus([], {
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
    const document = await writeConceptObject(thesaurus, 'mill', allOptions);
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
    const document = await writeConceptObject(millThesaurus, 'scheme', allOptions);
    expect(nestSubConcepts(document)).toStrictEqual({
      building: { mill: { watermill: {}, windmill: {} } },
    });
    expect(document?.subconcepts[0]?.relationshiptype).toBe('hasTopConcept');
    expect(document?.subconcepts[0]?.subconcepts[0]?.relationshiptype).toBe('narrower');
  });

  it('stop at the depth limit, and hassubconcepts is still true there', async () => {
    const document = await writeConceptObject(millThesaurus, 'scheme', {
      ...allOptions,
      depthLimit: 2,
    });
    expect(nestSubConcepts(document)).toStrictEqual({ building: { mill: {} } });
    expect(document?.subconcepts[0]?.subconcepts[0]?.hassubconcepts).toBe(true);
  });

  it('are omitted unless requested, whatever the depth limit', async () => {
    const options = { ...allOptions, includeSubConcepts: false, depthLimit: 3 };
    const document = await writeConceptObject(millThesaurus, 'building', options);
    expect(document).toMatchObject({ hassubconcepts: true, subconcepts: [] });
  });

  it('list the concept above them as a parent without values', async () => {
    const document = await writeConceptObject(millThesaurus, 'mill', allOptions);
    expect(document?.subconcepts[0]?.parentconcepts).toStrictEqual([
      createStub('mill', 'narrower'),
    ]);
  });

  it('are complete below each of their parents', async () => {
    const thesaurus = createThesaurus([
      ['top', 'narrower', 'left'],
      ['top', 'narrower', 'right'],
      ['left', 'narrower', 'shared'],
      ['right', 'narrower', 'shared'],
      ['shared', 'narrower', 'leaf'],
    ]);
    const document = await writeConceptObject(thesaurus, 'top', allOptions);
    expect(nestSubConcepts(document)).toStrictEqual({
      left: { shared: { leaf: {} } },
      right: { shared: { leaf: {} } },
    });
    const sharedConcept = document?.subconcepts[0]?.subconcepts[0];
    expect(nestParentConcepts(sharedConcept)).toStrictEqual({ left: {}, right: { top: {} } });
    expect(sharedConcept?.parentconcepts.map((parent) => parent.values.length)).toStrictEqual([
      0, 1,
    ]);
  });

  it('are stubs if a cycle returns to a concept above', async () => {
    const thesaurus = createThesaurus([
      ['a', 'narrower', 'b'],
      ['b', 'narrower', 'a'],
      ['b', 'narrower', 'b'],
    ]);
    const document = await writeConceptObject(thesaurus, 'a', allOptions);
    expect(nestSubConcepts(document)).toStrictEqual({ b: { a: {}, b: {} } });
    expect(document?.subconcepts[0]?.subconcepts[0]).toStrictEqual(createStub('a', 'narrower'));
  });
});

describe('parent concepts', () => {
  it('reach up to the scheme, without their sub concepts', async () => {
    const document = await writeConceptObject(millThesaurus, 'watermill', allOptions);
    expect(nestParentConcepts(document)).toStrictEqual({ mill: { building: { scheme: {} } } });
    expect(document?.parentconcepts[0]).toMatchObject({ hassubconcepts: true, subconcepts: [] });
  });

  it('do not count for the depth limit', async () => {
    const document = await writeConceptObject(millThesaurus, 'watermill', {
      ...allOptions,
      depthLimit: 0,
    });
    expect(nestParentConcepts(document)).toStrictEqual({ mill: { building: { scheme: {} } } });
  });

  it('are omitted at every level unless requested', async () => {
    const document = await writeConceptObject(millThesaurus, 'mill', {
      ...allOptions,
      includeParentConcepts: false,
    });
    expect(document?.parentconcepts).toStrictEqual([]);
    expect(document?.subconcepts.map(nestParentConcepts)).toStrictEqual([{}, {}]);
  });
});

describe('related concepts', () => {
  it('have only labels: no notes, parents, sub concepts or related concepts', async () => {
    const options = { ...allOptions, includeParentConcepts: false };
    expect(
      (await writeConceptObject(millThesaurus, 'miller', options))?.relatedconcepts,
    ).toStrictEqual([
      {
        ...createStub('mill', 'related'),
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
    expect(
      listIds((await writeConceptObject(millThesaurus, 'mill', allOptions))?.relatedconcepts),
    ).toStrictEqual(['miller']);
    expect(
      listIds((await writeConceptObject(millThesaurus, 'miller', allOptions))?.relatedconcepts),
    ).toStrictEqual(['mill']);
  });

  it('are omitted unless requested', async () => {
    const options = { ...allOptions, includeRelatedConcepts: false };
    expect(
      (await writeConceptObject(millThesaurus, 'mill', options))?.relatedconcepts,
    ).toStrictEqual([]);
  });
});

describe('the order of sub concepts', () => {
  const listSubConcepts = async (values: Parameters<typeof createThesaurus>[1]) => {
    const relations = Object.keys(values ?? {}).map((id) => ['top', 'narrower', id] as const);
    return listIds(
      (await writeConceptObject(createThesaurus(relations, values), 'top', allOptions))
        ?.subconcepts,
    );
  };

  it('follows their labels, with numbers compared as numbers', async () => {
    const centuries = {
      a: [createLabel('1', '10th')],
      b: [createLabel('2', '9th')],
      c: [createLabel('3', 'Ancient')],
    };
    expect(await listSubConcepts(centuries)).toStrictEqual(['b', 'a', 'c']);
  });

  it('does not depend on the order of the input', async () => {
    const equalLabels = { b: [createLabel('1', 'x')], a: [createLabel('2', 'x')], c: [] };
    expect(await listSubConcepts(equalLabels)).toStrictEqual(['c', 'a', 'b']);
  });
});

describe('a document that may become too large', () => {
  const createLattice = (layers: number) =>
    createThesaurus(
      Array.from({ length: layers }, (_, layer) => layer).flatMap((layer) =>
        ['left', 'right'].flatMap((side) => [
          [`${layer}`, 'narrower', `${layer}-${side}`] as const,
          [`${layer}-${side}`, 'narrower', `${layer + 1}`] as const,
        ]),
      ),
    );

  const estimateBytes = (thesaurus: TestThesaurus, id: string, options = allOptions): number => {
    const top = thesaurus.graph.get(id);
    return top === undefined
      ? 0
      : estimateConceptBytes(
          createConceptJsonWriter(thesaurus.graph, top, options),
          false,
          1_000_000,
        );
  };

  it.each(['0', '30'])(
    'is recognised by its estimated size before it is written: 2^30 paths from concept %s',
    (top) => {
      expect(estimateBytes(createLattice(30), top)).toBeGreaterThan(1_000_000);
      const limitedOptions = { ...allOptions, includeParentConcepts: false, depthLimit: 4 };
      expect(estimateBytes(createLattice(30), top, limitedOptions)).toBeLessThan(20_000);
    },
  );

  it('has its estimated size to within 15%, with and without related concepts', async () => {
    for (const options of [allOptions, { ...allOptions, includeRelatedConcepts: false }]) {
      const text = JSON.stringify(await writeConceptObject(millThesaurus, 'scheme', options));
      expect(estimateBytes(millThesaurus, 'scheme', options) / text.length).toBeGreaterThan(0.95);
      expect(estimateBytes(millThesaurus, 'scheme', options) / text.length).toBeLessThan(1.15);
    }
  });

  it('can be written with a depth limit and without parents', async () => {
    const options = { ...allOptions, includeParentConcepts: false, depthLimit: 4 };
    expect(
      nestSubConcepts(await writeConceptObject(createLattice(30), '0', options)),
    ).toStrictEqual({
      '0-left': { 1: { '1-left': { 2: {} }, '1-right': { 2: {} } } },
      '0-right': { 1: { '1-left': { 2: {} }, '1-right': { 2: {} } } },
    });
  });

  it('is refused if concepts are nested in 5,000 levels', async () => {
    const chain = createThesaurus(
      Array.from({ length: 5000 }, (_, layer) => [`${layer}`, 'narrower', `${layer + 1}`] as const),
    );
    await expect(writeConceptObject(chain, '0', allOptions)).rejects.toThrow(ConceptTooDeep);
    const limitedOptions = { ...allOptions, depthLimit: 499 };
    expect((await writeConceptObject(chain, '0', limitedOptions))?.subconcepts).toHaveLength(1);
  });
});

describe('any thesaurus', () => {
  const node = fc.integer({ min: 0, max: 5 }).map(String);
  const relations = fc.uniqueArray(
    fc.tuple(node, fc.constantFrom('narrower', 'hasTopConcept', 'related', 'closeMatch'), node),
    { maxLength: 9, selector: (relation) => relation.join(' ') },
  );

  it('has no values for a concept that is nested in itself', async () => {
    await fc.assert(
      fc.asyncProperty(relations, async (anyRelations) => {
        const thesaurus = createThesaurus([...anyRelations, ['0', 'narrower', '1']]);
        const listSelfNested = (
          concept: ConceptObject,
          path: readonly string[],
        ): readonly ConceptObject[] => [
          ...(path.includes(concept.id) ? [concept] : []),
          ...[...concept.subconcepts, ...concept.parentconcepts].flatMap((relative) =>
            listSelfNested(relative, [...path, concept.id]),
          ),
        ];
        const document = await writeConceptObject(thesaurus, '0', allOptions);
        const stubs = document === undefined ? [] : listSelfNested(document, []);
        expect(stubs.flatMap((concept) => concept.values)).toStrictEqual([]);
      }),
    );
  });
});
