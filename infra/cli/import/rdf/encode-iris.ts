import { encodeIri, isAbsoluteIri } from '../../../../lib/rdf/iri.ts';
import { isBlankNodeId } from '../../../../lib/rdf/terms.ts';
import type { Triple } from './triple.ts';

/** Receives an IRI of a file that was percent-encoded, as the file has it. */
export type OnEncodedIri = (iri: string) => void;

/**
 * Percent-encodes the characters that an IRI may not have (RFC 3987, section 2.2), in all formats alike. Exports write what is stored, so
 * that they are valid.
 * @param onEncoded called for each occurrence
 */
export async function* encodeIris(
  triples: AsyncIterable<Triple>,
  onEncoded: OnEncodedIri,
): AsyncGenerator<Triple> {
  const encodedIris = new Map<string, string>();
  const encode = (name: string): string => {
    if (isBlankNodeId(name) || !isAbsoluteIri(name)) return name;
    const encoded = encodedIris.get(name) ?? encodeIri(name);
    encodedIris.set(name, encoded);
    if (encoded !== name) onEncoded(name);
    return encoded;
  };
  for await (const { subject, predicate, object } of triples) {
    yield {
      subject: encode(subject),
      predicate: encode(predicate),
      object: object.kind === 'resource' ? { ...object, uri: encode(object.uri) } : object,
    };
  }
}
