// The folder values/ reads the value of one instance of a node from a document, and compares it with the stored value.

import { isEqualValue } from '../../../model/change/compare-values.ts';
import type { ReadResult, ValueProblem } from '../../../model/datatypes/datatype.ts';
import { isJsonText } from '../../../model/datatypes/codecs/text-codecs.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import type { StoredValue, ValueContext } from '../context.ts';
import type { ModelNode } from '../model.ts';
import { rdfValuesOf, termKey, termsOf, textKey } from './terms.ts';
import { isPlainText, valueSources, type ValueSources } from './value-sources.ts';

/** The result of reading the value of an instance from a document. */
export type ReadValue =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** The literals and things from which the value was read, in the order of the document. */
      readonly sources: readonly IncomingValue[];
      readonly problems: readonly ValueProblem[];
    }
  | {
      readonly kind: 'problem';
      readonly message: string;
      readonly sources: readonly IncomingValue[];
    };

/** A way to read literals and things. */
type ReadAttempt = { readonly sources: readonly IncomingValue[]; readonly read: () => ReadResult };

/**
 * Reads the value of one instance of a node from a document.
 * @param values several for a list, or for texts in several languages
 * @param stored the stored value that it would replace; it supplies the parts that documents do not contain
 */
export function readValue(
  values: readonly IncomingValue[],
  to: ModelNode,
  context: ValueContext,
  stored: StoredValue = context.repeatedValue(values, to),
): ReadValue {
  const found = valueSources(values, to, context.uris);
  const { sources, areInNodeObjects } = found;
  if (sources.length === 0) return { kind: 'nothing' };
  if (repeats(found, to, stored.value, context))
    return validated(stored.value, sources, to, stored, context);
  const reading = { ...context.reading, stored: stored.value };
  const { linkedCodec: linked, textCodec: valueText } = to.datatype;
  const asLinked: ReadAttempt = {
    sources,
    read: () =>
      linked.read(
        sources.map((source) => context.withStoredLabels(source, to, stored.value)),
        to.datatypeNode,
        reading,
      ),
  };
  const texts = sources.flatMap((source) => textOf(source, context));
  if (areInNodeObjects && texts.length === sources.length) {
    const asTexts = { sources, read: () => valueText.read(texts, to.datatypeNode, reading) };
    return bestOf(attemptsFor(texts, to, context, { asTexts, asLinked }), to, stored, context);
  }
  const direct = bestOf([asLinked], to, stored, context);
  const inside = direct.kind === 'problem' ? sources.flatMap(rdfValuesOf) : [];
  if (areInNodeObjects || inside.length === 0) return direct;
  const asInside = { sources: inside, read: () => linked.read(inside, to.datatypeNode, reading) };
  const other = bestOf([asInside], to, stored, context);
  return other.kind === 'value' ? other : direct;
}

/**
 * Returns the text of a literal that can be a text in `rdf:value` in the shape of the specification. That shape has neither types nor
 * languages. A JSON object with a language is such a text as well, because a context can add a language to all texts.
 */
function textOf(source: IncomingValue, { prefersTexts }: ValueContext): readonly string[] {
  if (source.kind === 'node') return [];
  const isJson = prefersTexts && source.language !== undefined && isJsonObject(source.value);
  return isJson || isPlainText(source) ? [source.value] : [];
}

/**
 * Returns the attempts to read texts of a node, the likelier first. In the shape of the specification a JSON object is never an ordinary
 * text.
 */
function attemptsFor(
  texts: readonly string[],
  { datatype: { holds } }: ModelNode,
  { prefersTexts }: ValueContext,
  { asTexts, asLinked }: { readonly asTexts: ReadAttempt; readonly asLinked: ReadAttempt },
): readonly ReadAttempt[] {
  if (!prefersTexts) return [asLinked, asTexts];
  const takesAnyText = holds === 'text' || holds === 'texts by language';
  return takesAnyText && texts.some(isJsonObject) ? [asTexts] : [asTexts, asLinked];
}

const isJsonObject = (text: string): boolean => /^\s*\{/.test(text) && isJsonText(text);

/**
 * Whether a document has exactly what the service writes for the stored value. A stored list can have several values of one concept,
 * for which documents only have the concept. Such a list stays unchanged.
 */
function repeats(
  { sources, areInNodeObjects }: ValueSources,
  to: ModelNode,
  stored: unknown,
  context: ValueContext,
): boolean {
  if (stored === null || to.datatype.references === undefined) return false;
  const keys = new Set(sources.map(termKey));
  const isSame = (terms: readonly string[]): boolean =>
    terms.length > 0 && new Set(terms).symmetricDifference(keys).size === 0;
  const { textCodec: valueText } = to.datatype;
  // In the shape of the specification the elements of a list have an order, and can occur twice.
  const isOrdered =
    areInNodeObjects &&
    context.prefersTexts &&
    valueText.isPerElement &&
    sources.every(isPlainText);
  if (!isOrdered && isSame(termsOf(stored, to, context))) return true;
  const texts = areInNodeObjects ? valueText.write(stored, context.validation).map(textKey) : [];
  return (
    texts.length === sources.length &&
    sources.every((source, position) => termKey(source) === texts[position])
  );
}

/** Returns the first result without problems, otherwise the first with a value, otherwise the first. */
function bestOf(
  attempts: readonly ReadAttempt[],
  to: ModelNode,
  stored: StoredValue,
  context: ValueContext,
): ReadValue {
  let best: ReadValue | undefined;
  for (const { sources, read } of attempts) {
    const found = read();
    if (found.kind === 'problem') {
      best ??= { ...found, sources };
      continue;
    }
    const value = validated(found.value, sources, to, stored, context);
    if (value.problems.length === 0) return value;
    if (best === undefined || best.kind !== 'value') best = value;
  }
  return best ?? { kind: 'nothing' };
}

/** Validates a value. A stored value that is repeated has no problems. */
function validated(
  value: unknown,
  sources: readonly IncomingValue[],
  to: ModelNode,
  stored: StoredValue,
  { validation }: ValueContext,
): Extract<ReadValue, { kind: 'value' }> {
  const isStored = stored.isWhole && isEqualValue(value, stored.value);
  const problems = isStored ? [] : to.datatype.validate(value, to.datatypeNode, validation);
  return { kind: 'value', value, sources, problems };
}
