import type { Datatype, FromRdfContext } from './datatype.ts';
import {
  displayConcept,
  findConceptValueProblems,
  collectConceptReferences,
  writeConceptText,
  resolveConceptValue,
} from './values/concept-value.ts';
import { conceptPredicates, writeConceptNode, readConceptNode } from './codecs/concept-node.ts';
import { combineReadResults, mapReadResult, preferStored } from './codecs/read-elements.ts';
import { jsonTextCodec } from './codecs/text-codecs.ts';
import { emptyAsNull, validateList } from './values/validate-list.ts';
import { asList, joinNonEmpty, restrictToNonEmptyStrings } from './values/json-values.ts';

/** A concept, stored as the id of one of its values and displayed by its preferred label. */
export const conceptDatatype: Datatype = {
  name: 'concept',
  searchedBy: 'concepts',
  holds: 'concept values',
  columnText: { as: 'concept value', each: '$[*]' },
  widget: '10000000-0000-0000-0000-000000000002',
  display: (value, _node, context) => displayConcept(value, context),
  references: collectConceptReferences,
  validate: (value, node, context) => {
    if (value === null || value === '') return [];
    if (!Array.isArray(value)) return findConceptValueProblems(value, '', node, context);
    const message = 'This node takes one concept: give the id of one concept value, not a list.';
    return [{ code: 'not_one_concept', pointer: '', message }];
  },
  normalise: (value) => (value === '' ? null : value),
  textCodec: {
    isPerElement: false,
    write: writeConceptText,
    read: (texts, node, context) =>
      mapReadResult(jsonTextCodec.read(texts, node, context), (idOrUri) =>
        resolveConceptValue(idOrUri, [], context),
      ),
  },
  linkedCodec: {
    kind: 'reference',
    hasClassOfNode: true,
    ownPredicates: conceptPredicates,
    write: (value, node, context) => [writeConceptNode(value, node, context)],
    read: (values, _node, context) => {
      const [term, another] = values;
      if (term === undefined || another !== undefined) {
        return { kind: 'problem', message: 'Give exactly one concept.' };
      }
      return readConceptNode(term, context);
    },
  },
};

/**
 * A list of concepts, each stored as the id of one of its values. A document can also contain the complete list as
 * one JSON string, which older clients write.
 */
export const conceptListDatatype: Datatype = {
  name: 'concept-list',
  searchedBy: 'concepts',
  holds: 'concept values',
  columnText: { as: 'concept value', each: '$[*]' },
  comparisonPaths: restrictToNonEmptyStrings('$[*]'),
  widget: '10000000-0000-0000-0000-000000000012',
  display: (value, _node, context) =>
    joinNonEmpty(asList(value).map((item) => displayConcept(item, context))),
  references: collectConceptReferences,
  validate: (value, node, context) =>
    validateList(value, (item, pointer) => findConceptValueProblems(item, pointer, node, context)),
  normalise: emptyAsNull,
  textCodec: {
    isPerElement: true,
    write: (value, referenced) =>
      asList(value).flatMap((item) => writeConceptText(item, referenced)),
    read: (texts, node, context) =>
      mapReadResult(
        combineReadResults(texts.map((text) => jsonTextCodec.read([text], node, context))),
        (elements) => resolveConceptValues(asList(elements), context),
      ),
  },
  linkedCodec: {
    kind: 'reference',
    hasClassOfNode: true,
    ownPredicates: conceptPredicates,
    write: (value, node, context) =>
      asList(value).map((item) => writeConceptNode(item, node, context)),
    read: (values, _node, context) =>
      mapReadResult(
        combineReadResults(values.map((term) => readConceptNode(term, context))),
        (valueIds) => preferStored(asList(valueIds), context.stored),
      ),
  },
};

/** Resolves the concepts of a document, which has them as separate elements or as one list. */
function resolveConceptValues(elements: readonly unknown[], context: FromRdfContext): unknown {
  const [first, another] = elements;
  const idsOrUris = Array.isArray(first) && another === undefined ? asList(first) : elements;
  const values = idsOrUris.map((idOrUri) => resolveConceptValue(idOrUri, [], context));
  return values.length === 1 && values[0] === context.stored ? context.stored : values;
}
