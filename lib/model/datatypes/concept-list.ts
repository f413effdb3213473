import {
  conceptLabel,
  conceptProblems,
  conceptReferences,
  conceptText,
  namedConceptValue,
} from './parts/concept-id.ts';
import { conceptPredicates, conceptTerm, readConceptTerm } from './parts/concept-term.ts';
import type { Datatype, FromRdfContext } from './datatype.ts';
import { emptyAsNull, listProblems } from './parts/list-value.ts';
import { listReading, mapReading, storedWhereSame } from './parts/readings.ts';
import { jsonValue } from './parts/value-text.ts';
import { asList, joined } from './parts/values.ts';
import { textsAt } from './parts/compared-by.ts';

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
