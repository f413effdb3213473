import { describe, expect, it } from 'vitest';

import { readSample } from './read-sample.ts';

const { thesaurus } = await readSample();
const describedConcepts = new Map(
  thesaurus.concepts.filter(({ isDescribed }) => isDescribed).map((c) => [c.conceptId, c]),
);
const concepts = [...describedConcepts.values()].filter(({ nodeType }) => nodeType === 'Concept');

describe('The sample thesaurus', () => {
  it('describes every concept that it refers to', () => {
    const undescribedConcepts = thesaurus.concepts.filter(
      ({ conceptId }) => !describedConcepts.has(conceptId),
    );
    expect(undescribedConcepts).toEqual([]);
  });

  it('has exactly one label in English and one in French for every concept, scheme and collection', () => {
    const labels = thesaurus.values.filter(({ valueType }) => valueType === 'prefLabel');
    for (const conceptId of describedConcepts.keys()) {
      const labelsOfConcept = labels.filter((label) => label.conceptId === conceptId);
      expect(labelsOfConcept.map(({ language }) => language)).toEqual(['en-US', 'fr-FR']);
    }
  });

  it('has every concept below a scheme', () => {
    const idsBelowAnother = new Set(
      thesaurus.relations
        .filter(({ relationType }) => ['narrower', 'hasTopConcept'].includes(relationType))
        .map(({ toId }) => toId),
    );
    expect(concepts.filter(({ conceptId }) => !idsBelowAnother.has(conceptId))).toEqual([]);
  });

  it('has two schemes, notes, alternative labels, identifiers and related concepts', () => {
    const types = new Set(thesaurus.values.map(({ valueType }) => valueType));
    expect([...types].toSorted()).toEqual(['altLabel', 'identifier', 'prefLabel', 'scopeNote']);
    const nodeTypes = [...describedConcepts.values()].map(({ nodeType }) => nodeType);
    expect(nodeTypes.filter((type) => type === 'ConceptScheme')).toHaveLength(2);
    expect(thesaurus.relations.some(({ relationType }) => relationType === 'related')).toBe(true);
  });
});
