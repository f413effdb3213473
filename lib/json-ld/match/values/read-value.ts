// values/: the value of one instance of a node, read from a document and compared with what is stored.

import { isEqualValue } from '../../../model/change/compare-values.ts';
import type { ReadResult, ValueProblem } from '../../../model/datatypes/datatype.ts';
import { isJsonText } from '../../../model/datatypes/codecs/text-codecs.ts';
import type { IncomingValue } from '../../incoming-value.ts';
import type { StoredValue, ValueContext } from '../context.ts';
import type { ModelNode } from '../model.ts';
import { rdfValuesOf, termKey, termsOf, textKey } from './terms.ts';
import { isPlainText, valueSources, type ValueSources } from './value-sources.ts';

/** The value of an instance, as a document gives it. */
export type ReadValue =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** What it was read from, in the order of the document. */
      readonly sources: readonly IncomingValue[];
      readonly problems: readonly ValueProblem[];
    }
  | {
      readonly kind: 'problem';
      readonly message: string;
      readonly sources: readonly IncomingValue[];
    };

/** Literals and things, and one way to read them. */
type ReadAttempt = { readonly sources: readonly IncomingValue[]; readonly read: () => ReadResult };

/**
 * Reads the value that a document gives to one instance of a node.
 * @param values several for a list, or for texts in several languages
 * @param stored the value that it would replace, from which it takes what documents do not have
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
 * The text that a literal is in `rdf:value` in the shape of the specification, which knows neither types nor languages: JSON with a
 * language, which a context may give to all texts, is such a text there as well.
 */
function textOf(source: IncomingValue, { prefersTexts }: ValueContext): readonly string[] {
  if (source.kind === 'node') return [];
  const isJson = prefersTexts && source.language !== undefined && isJsonObject(source.value);
  return isJson || isPlainText(source) ? [source.value] : [];
}

/** The attempts to read texts of a node, the likelier first. In the shape of the specification a JSON object is never a mere text. */
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
 * Whether a document gives exactly what is written for the stored value. A stored list may hold several values of one concept, of
 * which documents show the concept alone: such a list stays as it is.
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
  // In the shape of the specification the elements of a list have an order, and one may be there twice.
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

/** The first attempt without problems, else the first that gives a value, else the first. */
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

/** A value with its problems. A stored value has none. */
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
