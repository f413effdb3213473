import { RepeatedMembersError } from '../../../json/repeated-members.ts';
import { isLiteral, type RdfLiteral, type RdfValue } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocabulary.ts';
import type {
  Datatype,
  FromRdfContext,
  LinkedCodec,
  ReadResult,
  ReferenceLookup,
  TextCodec,
} from '../datatype.ts';
import { parseJsonOrUndefined } from '../values/json-values.ts';
import { createNotJsonProblem } from './not-json.ts';

/** Literals and texts contain no references. */
const noReferences: ReferenceLookup = { concept: () => undefined, resource: () => undefined };

/**
 * Wraps the codecs of a datatype: they return the stored value if a document contains exactly what they write for it.
 * So a value that is read and written back never changes, even an invalid one such as a number in a text node. A literal of `rdf:JSON` that
 * is not JSON, and JSON that repeats a member of an object, are problems in every datatype.
 */
export function preserveStoredValue(datatype: Datatype): Datatype {
  const { textCodec: innerTextCodec, linkedCodec: innerLinkedCodec } = datatype;
  return {
    ...datatype,
    textCodec: {
      ...innerTextCodec,
      read: (texts, node, context) =>
        equalsStoredTexts(innerTextCodec, texts, context)
          ? { kind: 'value', value: context.stored }
          : reportRepeatedMembers(() => innerTextCodec.read(texts, node, context)),
    },
    linkedCodec: {
      ...innerLinkedCodec,
      read: (values, node, context) =>
        equalsStoredLiterals(innerLinkedCodec, values, node, context)
          ? { kind: 'value', value: context.stored }
          : reportRepeatedMembers(
              () => findDamagedJson(values) ?? innerLinkedCodec.read(values, node, context),
            ),
    },
  };
}

/** Returns the problem of the first literal whose type says that it is JSON, although it is not. */
function findDamagedJson(values: readonly RdfValue[]): ReadResult | undefined {
  const damagedLiteral = values
    .filter(isLiteral)
    .find(
      ({ datatype, value }) => datatype === rdf.json && parseJsonOrUndefined(value) === undefined,
    );
  return damagedLiteral && createNotJsonProblem(damagedLiteral.value);
}

function reportRepeatedMembers(read: () => ReadResult): ReadResult {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RepeatedMembersError)) throw error;
    const [{ pointer } = { pointer: '' }] = error.members;
    return { kind: 'problem', code: error.code, pointer, message: error.message };
  }
}

function equalsStoredTexts(
  { write }: TextCodec,
  texts: readonly string[],
  { stored }: FromRdfContext,
): boolean {
  if (stored === null) return false;
  const storedAsWritten = write(stored, noReferences);
  return (
    storedAsWritten.length === texts.length &&
    storedAsWritten.every((text, index) => text === texts[index])
  );
}

function equalsStoredLiterals(
  { write }: LinkedCodec,
  values: readonly RdfValue[],
  node: Parameters<LinkedCodec['write']>[1],
  { stored, baseUrls, language }: FromRdfContext,
): boolean {
  // RDF nodes are compared by the codec of the datatype, because only it can identify them.
  if (stored === null || !values.every(isLiteral)) return false;
  const context = { ...noReferences, baseUrl: baseUrls[0] ?? '', language, nodeUri: '' };
  const storedAsWritten = write(stored, node, context);
  return (
    storedAsWritten.every(isLiteral) &&
    isSameSet(storedAsWritten.map(literalKey), values.map(literalKey))
  );
}

/** Returns the key of a literal. Language tags are compared without letter case (RDF 1.1 Concepts, section 3.3). */
function literalKey({ value, datatype, language }: RdfLiteral): string {
  return JSON.stringify([value, datatype ?? null, language?.toLowerCase() ?? null]);
}

/** Whether two lists have the same values in any order, because the values of an RDF property are an unordered set. */
function isSameSet(left: readonly string[], right: readonly string[]): boolean {
  return new Set(left).symmetricDifference(new Set(right)).size === 0;
}
