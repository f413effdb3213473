import { encodeIri, isAbsoluteIri } from '../../../../lib/rdf/iri.ts';
import { isBlankNodeId } from '../../../../lib/rdf/terms.ts';
import { pluralize } from '../../text.ts';
import { importWarning, listExamples, type ImportProblem } from '../import-problems.ts';
import type { Triple } from './triple.ts';

/** Receives an IRI of a file that was percent-encoded, as the file has it. */
export type OnEncodedIri = (iri: string) => void;

/**
 * Creates a function that percent-encodes the characters of a URI that an IRI may not have. Blank nodes and relative names stay.
 * @param onEncoded called for each URI with such characters
 */
export function createIriEncoder(onEncoded: OnEncodedIri): (name: string) => string {
  const encodedIris = new Map<string, string>();
  return (name) => {
    if (isBlankNodeId(name) || !isAbsoluteIri(name)) return name;
    const encoded = encodedIris.get(name) ?? encodeIri(name);
    encodedIris.set(name, encoded);
    if (encoded !== name) onEncoded(name);
    return encoded;
  };
}

/** Makes the warning about IRIs that were percent-encoded, if there are any. */
export function warnOfEncodedIris(iris: ReadonlySet<string>): readonly ImportProblem[] {
  if (iris.size === 0) return [];
  const message = `${pluralize(iris.size, 'URI')} with characters that a URI may not have, such as ${listExamples([...iris])}: these characters are percent-encoded. Correct them at their source.`;
  return [importWarning('encoded_iri', message)];
}

/**
 * Percent-encodes the characters that an IRI may not have (RFC 3987, section 2.2), in all formats alike. Exports write what is stored, so
 * that they are valid.
 * @rule Imports and exports: What becomes of a character that an IRI may not have?
 * @param onEncoded called for each occurrence
 */
export async function* encodeIris(
  triples: AsyncIterable<Triple>,
  onEncoded: OnEncodedIri,
): AsyncGenerator<Triple> {
  const encode = createIriEncoder(onEncoded);
  for await (const { subject, predicate, object } of triples) {
    yield {
      subject: encode(subject),
      predicate: encode(predicate),
      object: object.kind === 'resource' ? { ...object, uri: encode(object.uri) } : object,
    };
  }
}
