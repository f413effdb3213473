import {
  isLabel,
  resourceDatatype,
  usualPredicate,
  valueTypeOf,
  type ConceptNodeType,
} from '../../../../lib/model/concepts/skos-terms.ts';
import { parseConceptValueId, type ConceptId } from '../../../../lib/model/ids.ts';
import type { Iri } from '../../../../lib/rdf/terms.ts';
import { namespaces } from '../../../../lib/rdf/vocabulary.ts';
import type { TripleLiteral } from '../rdf/triple.ts';
import type { FoundValue } from './identify-values.ts';
import { readLabel } from './skos-label.ts';

/** The concept that a value is of. */
type Owner = { readonly conceptId: ConceptId; readonly nodeType: ConceptNodeType };

/** The value that a statement with a literal makes. @param valueType where it is not what the property says */
export function literalValue(
  { conceptId, nodeType }: Owner,
  predicate: Iri,
  literal: TripleLiteral,
  valueType = valueTypeOf(predicate),
): FoundValue {
  const { id, text } = readLabel(literal.text);
  return {
    conceptId,
    valueType,
    language: literal.language,
    text,
    predicate: predicate === usualPredicate(valueType, nodeType) ? null : predicate,
    datatype: literal.datatype,
    ownId: id === null ? null : parseConceptValueId(id),
  };
}

/** The value that a statement makes whose object is a node with a text: that of SKOS or Dublin Core where there is one. */
export function nodeTextValue(owner: Owner, predicate: Iri, literal: TripleLiteral): FoundValue {
  const value = literalValue(owner, predicate, literal);
  return usualPredicate(value.valueType, owner.nodeType) === undefined
    ? value
    : { ...value, predicate: null };
}

/** The value that a statement makes whose object is no concept. It is no label: nobody reads an IRI as a name. */
export function resourceValue(
  { conceptId, nodeType }: Owner,
  predicate: Iri,
  uri: Iri,
): FoundValue {
  const usual = valueTypeOf(predicate);
  const valueType = isLabel(`${namespaces.skos}${usual}`) ? predicate : usual;
  return {
    conceptId,
    valueType,
    language: null,
    text: uri,
    predicate: predicate === usualPredicate(valueType, nodeType) ? null : predicate,
    datatype: resourceDatatype,
    ownId: null,
  };
}
