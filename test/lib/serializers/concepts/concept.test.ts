import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  conceptDocument,
  ConceptTooLarge,
  mostConcepts,
  type Concept,
} from '../../../../lib/serializers/concepts/concept.ts';
import { above, below, everything, ids, label, thesaurus } from './concept-graph.ts';

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
  it('has every field of the specification and no other', () => {
    const leaf = { ...everything, includeParentConcepts: false, includeRelatedConcepts: false };
    expect(conceptDocument(mill, 'mill', { ...leaf, depthLimit: 0 })).toStrictEqual({
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

  it('keeps the identifier that a concept had elsewhere', () => {
    const [concept] = thesaurus([], { mill: [] }).values();
    const graph = new Map(concept && [['mill', { ...concept, legacyId: 'http://ex/7' }]]);
    expect(conceptDocument(graph, 'mill', everything)?.legacyoid).toBe('http://ex/7');
  });

  it('is absent where the graph has no such concept', () => {
    expect(conceptDocument(mill, 'castle', everything)).toBeUndefined();
  });

  it('lists values by category, type, language and id', () => {
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
    const document = conceptDocument(graph, 'mill', everything);
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
  it('reach down to the leaves, each with the type of its relation', () => {
    const document = conceptDocument(mill, 'scheme', everything);
    expect(below(document)).toStrictEqual({ building: { mill: { watermill: {}, windmill: {} } } });
    expect(document?.subconcepts[0]?.relationshiptype).toBe('hasTopConcept');
    expect(document?.subconcepts[0]?.subconcepts[0]?.relationshiptype).toBe('narrower');
  });

  it('stop at the depth limit, where hassubconcepts tells of more', () => {
    const document = conceptDocument(mill, 'scheme', { ...everything, depthLimit: 2 });
    expect(below(document)).toStrictEqual({ building: { mill: {} } });
    expect(document?.subconcepts[0]?.subconcepts[0]?.hassubconcepts).toBe(true);
  });

  it('are left out when they are not asked for, whatever the depth limit', () => {
    const options = { ...everything, includeSubConcepts: false, depthLimit: 3 };
    const document = conceptDocument(mill, 'building', options);
    expect(document).toMatchObject({ hassubconcepts: true, subconcepts: [] });
  });

  it('name the concept that they were reached from as a parent without values', () => {
    const document = conceptDocument(mill, 'mill', everything);
    expect(document?.subconcepts[0]?.parentconcepts).toStrictEqual([stub('mill', 'narrower')]);
  });

  it('are shown whole below each of their parents', () => {
    const graph = thesaurus([
      ['top', 'narrower', 'left'],
      ['top', 'narrower', 'right'],
      ['left', 'narrower', 'shared'],
      ['right', 'narrower', 'shared'],
      ['shared', 'narrower', 'leaf'],
    ]);
    const document = conceptDocument(graph, 'top', everything);
    expect(below(document)).toStrictEqual({
      left: { shared: { leaf: {} } },
      right: { shared: { leaf: {} } },
    });
    const shared = document?.subconcepts[0]?.subconcepts[0];
    expect(above(shared)).toStrictEqual({ left: {}, right: { top: {} } });
    expect(shared?.parentconcepts.map((parent) => parent.values.length)).toStrictEqual([0, 1]);
  });

  it('are stubs where a cycle comes back to a concept above', () => {
    const graph = thesaurus([
      ['a', 'narrower', 'b'],
      ['b', 'narrower', 'a'],
      ['b', 'narrower', 'b'],
    ]);
    const document = conceptDocument(graph, 'a', everything);
    expect(below(document)).toStrictEqual({ b: { a: {}, b: {} } });
    expect(document?.subconcepts[0]?.subconcepts[0]).toStrictEqual(stub('a', 'narrower'));
  });
});

describe('parent concepts', () => {
  it('reach up to the scheme, without their sub concepts', () => {
    const document = conceptDocument(mill, 'watermill', everything);
    expect(above(document)).toStrictEqual({ mill: { building: { scheme: {} } } });
    expect(document?.parentconcepts[0]).toMatchObject({ hassubconcepts: true, subconcepts: [] });
  });

  it('do not count as layers of the depth limit', () => {
    const document = conceptDocument(mill, 'watermill', { ...everything, depthLimit: 0 });
    expect(above(document)).toStrictEqual({ mill: { building: { scheme: {} } } });
  });

  it('are left out at every level when they are not asked for', () => {
    const document = conceptDocument(mill, 'mill', { ...everything, includeParentConcepts: false });
    expect(document?.parentconcepts).toStrictEqual([]);
    expect(document?.subconcepts.map(above)).toStrictEqual([{}, {}]);
  });
});

describe('related concepts', () => {
  it('show their labels alone, and no relatives', () => {
    const options = { ...everything, includeParentConcepts: false };
    expect(conceptDocument(mill, 'miller', options)?.relatedconcepts).toStrictEqual([
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

  it('are seen from both ends of the relation', () => {
    expect(ids(conceptDocument(mill, 'mill', everything)?.relatedconcepts)).toStrictEqual([
      'miller',
    ]);
    expect(ids(conceptDocument(mill, 'miller', everything)?.relatedconcepts)).toStrictEqual([
      'mill',
    ]);
  });

  it('are left out when they are not asked for', () => {
    const options = { ...everything, includeRelatedConcepts: false };
    expect(conceptDocument(mill, 'mill', options)?.relatedconcepts).toStrictEqual([]);
  });
});

describe('the order of relatives', () => {
  const children = (values: Parameters<typeof thesaurus>[1], options = everything) => {
    const relations = Object.keys(values ?? {}).map((id) => ['top', 'narrower', id] as const);
    return ids(conceptDocument(thesaurus(relations, values), 'top', options)?.subconcepts);
  };

  it('is that of their labels, with numbers as numbers', () => {
    const centuries = {
      a: [label('1', '10th')],
      b: [label('2', '9th')],
      c: [label('3', 'Ancient')],
    };
    expect(children(centuries)).toStrictEqual(['b', 'a', 'c']);
  });

  it('is that of the value sortorder where there is one', () => {
    const ordered = {
      a: [
        label('1', 'A'),
        { id: 's1', category: 'undefined', type: 'sortorder', language: '', text: '10' },
      ],
      b: [
        label('2', 'B'),
        { id: 's2', category: 'undefined', type: 'sortorder', language: '', text: '2' },
      ],
    };
    expect(children(ordered)).toStrictEqual(['b', 'a']);
  });

  it('follows the labels in the language asked for, and changes no value', () => {
    const translated = {
      a: [label('1', 'apple'), label('2', 'pomme', 'fr')],
      b: [label('3', 'banana'), label('4', 'banane', 'fr')],
    };
    expect(children(translated)).toStrictEqual(['a', 'b']);
    expect(children(translated, { ...everything, language: 'fr-CA' })).toStrictEqual(['b', 'a']);
  });

  it('prefers a preferred label of the default language to another label of the language asked for', () => {
    const mixed = {
      a: [label('1', 'z', 'en'), label('2', 'a', 'de-CH', 'altLabel')],
      b: [label('3', 'm', 'en')],
    };
    const options = { ...everything, language: 'de' };
    expect(children(mixed, options)).toStrictEqual(['b', 'a']);
  });

  it('does not depend on the order in which the concepts come', () => {
    const same = { b: [label('1', 'x')], a: [label('2', 'x')], c: [] };
    expect(children(same)).toStrictEqual(['c', 'a', 'b']);
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

  it('is refused when the ways down double at each of 30 layers', () => {
    expect(() => conceptDocument(lattice(30), '0', everything)).toThrow(ConceptTooLarge);
  });

  it('is refused when the ways up double at each of 30 layers', () => {
    expect(() => conceptDocument(lattice(30), '30', everything)).toThrow(ConceptTooLarge);
  });

  it('is to be had with a depth limit and without parents', () => {
    const options = { ...everything, includeParentConcepts: false, depthLimit: 4 };
    expect(below(conceptDocument(lattice(30), '0', options))).toStrictEqual({
      '0-left': { 1: { '1-left': { 2: {} }, '1-right': { 2: {} } } },
      '0-right': { 1: { '1-left': { 2: {} }, '1-right': { 2: {} } } },
    });
  });

  it('is refused when concepts lie too deep in one another', () => {
    const chain = thesaurus(
      Array.from({ length: 5000 }, (_, layer) => [`${layer}`, 'narrower', `${layer + 1}`] as const),
    );
    expect(() => conceptDocument(chain, '0', everything)).toThrow(ConceptTooLarge);
  });

  it('is refused over the documented number of concepts, stubs counted', () => {
    const star = (leaves: number) =>
      thesaurus(
        Array.from({ length: leaves }, (_, leaf) => ['hub', 'narrower', `leaf ${leaf}`] as const),
      );
    const leaves = (mostConcepts - 1) / 2;
    expect(() => conceptDocument(star(Math.ceil(leaves)), 'hub', everything)).toThrow(
      ConceptTooLarge,
    );
    expect(conceptDocument(star(Math.floor(leaves)), 'hub', everything)?.subconcepts).toHaveLength(
      Math.floor(leaves),
    );
  });

  it('names the parameters that make it smaller', () => {
    expect(new ConceptTooLarge().message).toContain('depthlimit');
  });
});

describe('any thesaurus', () => {
  const node = fc.integer({ min: 0, max: 5 }).map(String);
  const relations = fc.uniqueArray(
    fc.tuple(node, fc.constantFrom('narrower', 'hasTopConcept', 'related', 'closeMatch'), node),
    { maxLength: 9, selector: (relation) => relation.join(' ') },
  );

  it('gives a document in which a concept inside itself has no values', () => {
    fc.assert(
      fc.property(relations, (drawn) => {
        const graph = thesaurus([...drawn, ['0', 'narrower', '1']]);
        const insideThemselves = (
          concept: Concept,
          path: readonly string[],
        ): readonly Concept[] => [
          ...(path.includes(concept.id) ? [concept] : []),
          ...[...concept.subconcepts, ...concept.parentconcepts].flatMap((relative) =>
            insideThemselves(relative, [...path, concept.id]),
          ),
        ];
        const document = conceptDocument(graph, '0', everything);
        const stubs = document === undefined ? [] : insideThemselves(document, []);
        expect(stubs.flatMap((concept) => concept.values)).toStrictEqual([]);
      }),
    );
  });
});
