import type { Datatype, FromRdfContext } from './datatype.ts';
import {
  conceptLabel,
  conceptProblems,
  conceptReferences,
  conceptText,
  namedConceptValue,
} from './parts/concept-id.ts';
import { conceptPredicates, conceptTerm, readConceptTerm } from './parts/concept-term.ts';
import { listReading, mapReading, storedWhereSame } from './parts/stored-elements.ts';
import { jsonValue } from './parts/value-text.ts';
import { emptyAsNull, listProblems } from './parts/list-value.ts';
import { asList, joined, textsAt } from './parts/values.ts';

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

/**
 * A list of concepts, each by the id of one of its values. A document may also hold the whole list as one JSON text, the form
 * in which older clients write it.
 */
export const conceptList: Datatype = {
  name: 'concept-list',
  holds: 'concept values',
  columnText: { as: 'concept value', each: '$[*]' },
  comparedBy: textsAt('$[*]'),
  widget: '10000000-0000-0000-0000-000000000012',
  display: (value, _node, context) =>
    joined(asList(value).map((item) => conceptLabel(item, context))),
  references: conceptReferences,
  validate: (value, node, context) =>
    listProblems(value, (item, pointer) => conceptProblems(item, pointer, node, context)),
  normalise: emptyAsNull,
  valueText: {
    isPerElement: true,
    write: (value, referenced) => asList(value).flatMap((item) => conceptText(item, referenced)),
    read: (texts, node, context) =>
      mapReading(
        listReading(texts.map((text) => jsonValue.read([text], node, context))),
        (elements) => namedConceptValues(asList(elements), context),
      ),
  },
  linked: {
    kind: 'reference',
    hasClassOfNode: true,
    describedBy: conceptPredicates,
    write: (value, node, context) => asList(value).map((item) => conceptTerm(item, node, context)),
    read: (values, _node, context) =>
      mapReading(listReading(values.map((term) => readConceptTerm(term, context))), (read) =>
        storedWhereSame(asList(read), context.stored),
      ),
  },
};

/** The values of the concepts that are named one by one, or in the one list that is there. */
function namedConceptValues(elements: readonly unknown[], context: FromRdfContext): unknown {
  const [only, another] = elements;
  const named = Array.isArray(only) && another === undefined ? asList(only) : elements;
  const values = named.map((name) => namedConceptValue(name, [], context));
  return values.length === 1 && values[0] === context.stored ? context.stored : values;
}
