import {
  conceptLabel,
  conceptProblems,
  conceptReferences,
  conceptText,
  namedConceptValue,
} from './parts/concept-id.ts';
import { conceptPredicates, conceptTerm, readConceptTerm } from './parts/concept-term.ts';
import type { Datatype } from './datatype.ts';
import { mapReading } from './parts/readings.ts';
import { jsonValue } from './parts/value-text.ts';

/** A concept, by the id of one of its values; shown by its preferred label in the reader's language. */
export const concept: Datatype = {
  name: 'concept',
  holds: 'concept values',
  columnText: { as: 'concept value', each: '$[*]' },
  widget: '10000000-0000-0000-0000-000000000002',
  display: (value, _node, context) => conceptLabel(value, context),
  references: conceptReferences,
  validate: (value, node, context) => {
    if (value === null || value === '') return [];
    if (!Array.isArray(value)) return conceptProblems(value, '', node, context);
    const message = 'This node holds one concept: give the id of one concept value, not a list.';
    return [{ code: 'not_one_concept', pointer: '', message }];
  },
  normalise: (value) => (value === '' ? null : value),
  valueText: {
    isPerElement: false,
    write: conceptText,
    read: (texts, node, context) =>
      mapReading(jsonValue.read(texts, node, context), (named) =>
        namedConceptValue(named, [], context),
      ),
  },
  linked: {
    kind: 'reference',
    hasClassOfNode: true,
    describedBy: conceptPredicates,
    write: (value, node, context) => [conceptTerm(value, node, context)],
    read: (values, _node, context) => {
      const [term, another] = values;
      if (term === undefined || another !== undefined) {
        return { kind: 'problem', message: 'Exactly one concept is needed here.' };
      }
      return readConceptTerm(term, context);
    },
  },
};
