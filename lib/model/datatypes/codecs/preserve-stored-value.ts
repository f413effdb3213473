import { isLiteral, type RdfLiteral, type RdfValue } from '../../../rdf/terms.ts';
import type {
  Datatype,
  FromRdfContext,
  LinkedCodec,
  ReferenceLookup,
  TextCodec,
} from '../datatype.ts';

/** Literals and texts are written without anything that a value refers to. */
const nothingReferenced: ReferenceLookup = { concept: () => undefined, resource: () => undefined };

/**
 * A datatype that, where a document says of a value exactly what would be written of the value that is stored, reads the
 * stored value itself. So a value is never changed by being read and written back, not even one that breaks its model, such
 * as a number where text belongs.
 */
export function preserveStoredValue(datatype: Datatype): Datatype {
  const { textCodec: valueText, linkedCodec: linked } = datatype;
  return {
    ...datatype,
    textCodec: {
      ...valueText,
      read: (texts, node, context) =>
        saysStored(valueText, texts, context)
          ? { kind: 'value', value: context.stored }
          : valueText.read(texts, node, context),
    },
    linkedCodec: {
      ...linked,
      read: (values, node, context) =>
        saysStoredLiterals(linked, values, node, context)
          ? { kind: 'value', value: context.stored }
          : linked.read(values, node, context),
    },
  };
}

function saysStored(
  { write }: TextCodec,
  texts: readonly string[],
  { stored }: FromRdfContext,
): boolean {
  if (stored === null) return false;
  const written = write(stored, nothingReferenced);
  return written.length === texts.length && written.every((text, at) => text === texts[at]);
}

function saysStoredLiterals(
  { write }: LinkedCodec,
  values: readonly RdfValue[],
  node: Parameters<LinkedCodec['write']>[1],
  { stored, baseUrls }: FromRdfContext,
): boolean {
  // Things, unlike literals, are compared by the datatype that knows what they are.
  if (stored === null || !values.every(isLiteral)) return false;
  const context = { ...nothingReferenced, baseUrl: baseUrls[0] ?? '', nodeUri: '' };
  const written = write(stored, node, context);
  return written.every(isLiteral) && isSameSet(written.map(keyOf), values.map(keyOf));
}

/** Equal for equal literals: language tags are compared without letter case (RDF 1.1 Concepts, section 3.3). */
function keyOf({ value, datatype, language }: RdfLiteral): string {
  return JSON.stringify([value, datatype ?? null, language?.toLowerCase() ?? null]);
}

/** In RDF the values of a property have no order, and each is there once. */
function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return new Set(some).symmetricDifference(new Set(others)).size === 0;
}
