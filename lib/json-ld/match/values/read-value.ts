import { sameValue } from '../../../model/change/same-value.ts';
import type {
  FromRdfContext,
  Reading,
  ValidateContext,
  ValueProblem,
} from '../../../model/datatypes/datatype.ts';
import type { IncomingValue } from '../../incoming.ts';
import type { Names } from '../document/names.ts';
import type { ModelNode } from '../model/model.ts';
import type { StoredLabels } from '../stored/stored-labels.ts';
import { isPlain, sayings, valuesInside } from './said-values.ts';
import { termKey, termsOf } from './terms-of-value.ts';

/** What is needed to read values. */
export type ValueReader = {
  readonly names: Names;
  readonly reading: Omit<FromRdfContext, 'stored'>;
  readonly validation: ValidateContext;
  /** Whether `rdf:value` holds the texts of the shape of the specification, rather than literals and things. */
  readonly prefersTexts: boolean;
  readonly storedLabels: StoredLabels;
};

/** What is stored, as far as a document repeats it. */
export type StoredValue = {
  /** Null where nothing is. */
  readonly value: unknown;
  /** Whether it is stored as it is here. What is put together of several values is judged like a new one. */
  readonly isWhole: boolean;
};

/** The value of a node, as a document says it. */
export type ReadValue =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'value';
      readonly value: unknown;
      /** What says it, in the order of the document. */
      readonly said: readonly IncomingValue[];
      readonly problems: readonly ValueProblem[];
    }
  | {
      readonly kind: 'problem';
      readonly message: string;
      readonly said: readonly IncomingValue[];
    };

/**
 * Reads what a document says the value of one instance of a node is.
 * @param values what stands for the instance: several where it is a list, or texts in several languages
 * @param stored the value that it would replace. What the document does not repeat is kept from it
 */
export function readValue(
  values: readonly IncomingValue[],
  to: ModelNode,
  stored: StoredValue,
  reader: ValueReader,
): ReadValue {
  const { said, areOwn } = sayings(values, to, reader.names);
  if (said.length === 0) return { kind: 'nothing' };
  if (repeats(said, areOwn, to, stored.value, reader))
    return judged(stored.value, said, to, stored, reader);
  const context = { ...reader.reading, stored: stored.value };
  const { linked, valueText } = to.datatype;
  const asLinked = (): Reading =>
    linked.read(
      said.map((one) => reader.storedLabels(one, to, stored.value)),
      to.datatypeNode,
      context,
    );
  const plain = said.filter(isPlain);
  if (areOwn && plain.length === said.length) {
    const asTexts = (): Reading =>
      valueText.read(
        plain.map(({ value }) => value),
        to.datatypeNode,
        context,
      );
    const ways = reader.prefersTexts ? [asTexts, asLinked] : [asLinked, asTexts];
    return firstSound(ways, said, to, stored, reader);
  }
  const found = firstSound([asLinked], said, to, stored, reader);
  const inside = found.kind === 'problem' ? valuesInside(said) : [];
  if (areOwn || inside.length === 0) return found;
  const others = firstSound(
    [(): Reading => linked.read(inside, to.datatypeNode, context)],
    inside,
    to,
    stored,
    reader,
  );
  return others.kind === 'value' ? others : found;
}

/**
 * Whether a document says of a value exactly what is written of the stored one. Lists with several values of one concept are kept
 * so, of which documents tell the concept alone.
 */
function repeats(
  said: readonly IncomingValue[],
  areOwn: boolean,
  to: ModelNode,
  stored: unknown,
  { validation, reading, prefersTexts }: ValueReader,
): boolean {
  if (stored === null || to.datatype.references === undefined) return false;
  const keys = new Set(said.map(termKey));
  const isSame = (terms: readonly string[]): boolean =>
    terms.length > 0 && new Set(terms).symmetricDifference(keys).size === 0;
  const { valueText } = to.datatype;
  // In the shape of the specification the elements of a list have an order, and one may be there twice.
  const isOrdered = areOwn && prefersTexts && valueText.isPerElement && said.every(isPlain);
  if (!isOrdered && isSame(termsOf(stored, to, validation, reading.baseUrls[0] ?? ''))) return true;
  const texts = areOwn ? valueText.write(stored, validation).map(plainKey) : [];
  return texts.length === said.length && said.every((one, place) => termKey(one) === texts[place]);
}

const plainKey = (value: string): string => termKey({ kind: 'literal', value });

/** The first reading with which nothing is wrong; else the first that there is. */
function firstSound(
  ways: readonly (() => Reading)[],
  said: readonly IncomingValue[],
  to: ModelNode,
  stored: StoredValue,
  reader: ValueReader,
): ReadValue {
  let best: ReadValue | undefined;
  for (const way of ways) {
    const found = way();
    if (found.kind === 'problem') {
      best ??= { ...found, said };
      continue;
    }
    const read = judged(found.value, said, to, stored, reader);
    if (read.problems.length === 0) return read;
    if (best === undefined || best.kind !== 'value') best = read;
  }
  return best ?? { kind: 'nothing' };
}

/** A value with what is wrong with it; nothing is with one that is stored so already. */
function judged(
  value: unknown,
  said: readonly IncomingValue[],
  to: ModelNode,
  stored: StoredValue,
  { validation }: ValueReader,
): Extract<ReadValue, { kind: 'value' }> {
  const isStored = stored.isWhole && sameValue(value, stored.value);
  const problems = isStored ? [] : to.datatype.validate(value, to.datatypeNode, validation);
  return { kind: 'value', value, said, problems };
}
