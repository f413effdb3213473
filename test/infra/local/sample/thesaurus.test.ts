import { describe, expect, it } from 'vitest';

import { readSample } from './read-sample.ts';

const { thesaurus } = await readSample();
const described = new Map(
  thesaurus.concepts.filter(({ isDescribed }) => isDescribed).map((c) => [c.conceptId, c]),
);
const concepts = [...described.values()].filter(({ nodeType }) => nodeType === 'Concept');

describe('The sample thesaurus', () => {
  it('describes every concept that it refers to', () => {
    const mentioned = thesaurus.concepts.filter(({ conceptId }) => !described.has(conceptId));
    expect(mentioned).toEqual([]);
  });

  it('has exactly one label in English and one in French for every concept, scheme and collection', () => {
    const labels = thesaurus.values.filter(({ valueType }) => valueType === 'prefLabel');
    for (const conceptId of described.keys()) {
      const languages = labels.filter((label) => label.conceptId === conceptId);
      expect(languages.map(({ language }) => language)).toEqual(['en-US', 'fr-FR']);
    }
  });

  it('has every concept below a scheme', () => {
    const below = new Set(
      thesaurus.relations
        .filter(({ relationType }) => ['narrower', 'hasTopConcept'].includes(relationType))
        .map(({ toId }) => toId),
    );
    expect(concepts.filter(({ conceptId }) => !below.has(conceptId))).toEqual([]);
  });

  it('has two schemes, notes, other labels, identifiers and related concepts', () => {
    const types = new Set(thesaurus.values.map(({ valueType }) => valueType));
    expect([...types].toSorted()).toEqual(['altLabel', 'identifier', 'prefLabel', 'scopeNote']);
    const nodeTypes = [...described.values()].map(({ nodeType }) => nodeType);
    expect(nodeTypes.filter((type) => type === 'ConceptScheme')).toHaveLength(2);
    expect(thesaurus.relations.some(({ relationType }) => relationType === 'related')).toBe(true);
  });
});
