// The folder values/ reads the value of one instance of a node from a document, and compares it with the stored value.

import { isEqualValue } from '../../../model/change/compare-values.ts';
import type { ReadResult, ValueProblem } from '../../../model/datatypes/datatype.ts';
import { isJsonObjectOrList } from '../../../model/datatypes/codecs/text-codecs.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import type { StoredValue, ReadValueContext } from '../matching-contexts.ts';
import type { ModelNode } from '../match-model.ts';
import { rdfValuesOf, termKey, termKeysOf, textKey } from './terms.ts';
import { isPlainText, collectValueSources, type ValueSources } from './value-sources.ts';

/** The result of reading the value of an instance from a document. */
export type ReadValueResult =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** The literals and nodes of the document from which the value was read, in the order of the document. */
      readonly sources: readonly IncomingValue[];
      readonly problems: readonly ValueProblem[];
    }
  | {
      readonly kind: 'problem';
      readonly message: string;
      readonly code?: string;
      readonly sources: readonly IncomingValue[];
    };

/** A way to read literals and nodes of a document. */
type ReadAttempt = { readonly sources: readonly IncomingValue[]; readonly read: () => ReadResult };

/**
 * Reads the value of one instance of a node from a document.
 * @param values several for a list, or for texts in several languages
 * @param stored the stored value that it would replace; it supplies the parts that documents do not contain
 */
export function readValue(
  values: readonly IncomingValue[],
  node: ModelNode,
  context: ReadValueContext,
  stored: StoredValue = context.findRepeatedValue(values, node),
): ReadValueResult {
  const valueSources = collectValueSources(values, node, context.uris);
  const { sources, includesRdfValues } = valueSources;
  if (sources.length === 0) return { kind: 'nothing' };
  if (isRepetition(valueSources, node, stored.value, context))
    return validateValue(stored.value, sources, node, stored, context);
  const readContext = { ...context.readContext, stored: stored.value };
  const { linkedCodec, textCodec } = node.datatype;
  const linkedAttempt: ReadAttempt = {
    sources,
    read: () =>
      linkedCodec.read(
        sources.map((source) => context.reduceLabels(source, node, stored.value)),
        node.datatypeNode,
        readContext,
      ),
  };
  const texts = sources.flatMap((source) => textOf(source, context));
  if (includesRdfValues && texts.length === sources.length) {
    const textAttempt = {
      sources,
      read: () => textCodec.read(texts, node.datatypeNode, readContext),
    };
    return runAttempts(
      orderAttempts(texts, node, context, { textAttempt, linkedAttempt }),
      node,
      stored,
      context,
    );
  }
  const directResult = runAttempts([linkedAttempt], node, stored, context);
  const nestedValues = directResult.kind === 'problem' ? sources.flatMap(rdfValuesOf) : [];
  if (includesRdfValues || nestedValues.length === 0) return directResult;
  const nestedAttempt = {
    sources: nestedValues,
    read: () => linkedCodec.read(nestedValues, node.datatypeNode, readContext),
  };
  const nestedResult = runAttempts([nestedAttempt], node, stored, context);
  return nestedResult.kind === 'value' ? nestedResult : directResult;
}

/**
 * Returns the text of a literal that can be a text in `rdf:value` in the shape of the specification. That shape has neither types nor
 * languages. A JSON object with a language is such a text as well, because the `@context` of a document can add a language to all texts.
 */
function textOf(
  source: IncomingValue,
  { isSpecificationShape }: ReadValueContext,
): readonly string[] {
  if (source.kind === 'node') return [];
  const isJson =
    isSpecificationShape && source.language !== undefined && isJsonObject(source.value);
  return isJson || isPlainText(source) ? [source.value] : [];
}

/**
 * Returns the attempts to read texts of a node, the likelier first. In the shape of the specification, a JSON object is the JSON string of
 * a value, so it is not tried as the text of a literal (`linkedAttempt`).
 */
function orderAttempts(
  texts: readonly string[],
  { datatype: { holds } }: ModelNode,
  { isSpecificationShape }: ReadValueContext,
  {
    textAttempt,
    linkedAttempt,
  }: { readonly textAttempt: ReadAttempt; readonly linkedAttempt: ReadAttempt },
): readonly ReadAttempt[] {
  if (!isSpecificationShape) return [linkedAttempt, textAttempt];
  const acceptsAnyText = holds === 'text' || holds === 'texts by language';
  return acceptsAnyText && texts.some(isJsonObject) ? [textAttempt] : [textAttempt, linkedAttempt];
}

const isJsonObject = (text: string): boolean => /^\s*\{/.test(text) && isJsonObjectOrList(text);

/**
 * Whether a document has exactly what the service writes for the stored value. A stored list can have several values of one concept,
 * for which documents only have the concept. Such a list stays unchanged.
 */
function isRepetition(
  { sources, includesRdfValues }: ValueSources,
  node: ModelNode,
  storedValue: unknown,
  context: ReadValueContext,
): boolean {
  if (storedValue === null || node.datatype.references === undefined) return false;
  const keys = new Set(sources.map(termKey));
  const isSame = (terms: readonly string[]): boolean =>
    terms.length > 0 && new Set(terms).symmetricDifference(keys).size === 0;
  const { textCodec } = node.datatype;
  // In the shape of the specification the elements of a list have an order, and can occur twice.
  const isOrdered =
    includesRdfValues &&
    context.isSpecificationShape &&
    textCodec.isPerElement &&
    sources.every(isPlainText);
  if (!isOrdered && isSame(termKeysOf(storedValue, node, context))) return true;
  const texts = includesRdfValues
    ? textCodec.write(storedValue, context.validation).map(textKey)
    : [];
  return (
    texts.length === sources.length &&
    sources.every((source, position) => termKey(source) === texts[position])
  );
}

/** Runs the attempts in order. Returns the first result without problems, otherwise the first with a value, otherwise the first. A problem with a code ends them. */
function runAttempts(
  attempts: readonly ReadAttempt[],
  node: ModelNode,
  stored: StoredValue,
  context: ReadValueContext,
): ReadValueResult {
  let bestResult: ReadValueResult | undefined;
  for (const { sources, read } of attempts) {
    const readResult = read();
    if (readResult.kind === 'problem') {
      if (readResult.code !== undefined) return { ...readResult, sources };
      bestResult ??= { ...readResult, sources };
      continue;
    }
    const validatedResult = validateValue(readResult.value, sources, node, stored, context);
    if (validatedResult.problems.length === 0) return validatedResult;
    if (bestResult === undefined || bestResult.kind !== 'value') bestResult = validatedResult;
  }
  return bestResult ?? { kind: 'nothing' };
}

/** Validates a new value. A stored value that the document only repeats is not validated. */
function validateValue(
  value: unknown,
  sources: readonly IncomingValue[],
  node: ModelNode,
  stored: StoredValue,
  { validation }: ReadValueContext,
): Extract<ReadValueResult, { kind: 'value' }> {
  const isStored = stored.isSingleValue && isEqualValue(value, stored.value);
  const problems = isStored ? [] : node.datatype.validate(value, node.datatypeNode, validation);
  return { kind: 'value', value, sources, problems };
}
