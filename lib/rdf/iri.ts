import type { Iri } from './terms.ts';

/** Whether a text is absolute: it begins with a scheme (RFC 3986, section 3.1). */
export function isAbsoluteIri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** Scheme and authority, where square brackets may stand around an address. */
const beginning = /^[a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?/i;

/**
 * What an IRI may not hold anywhere (RFC 3987, section 2.2; the production IRIREF of Turtle): spaces, controls, some
 * punctuation, private characters, and a percent sign that begins no escape.
 */
const forbidden =
  // oxlint-disable-next-line no-control-regex -- these are the characters that must not get through
  /[\u0000-\u0020\u007f-\u009f<>"{}|\\^`\ue000-\uf8ff\ufff0-\uffff]|[\u{e0000}-\u{10ffff}]|%(?![\da-f]{2})/giu;

const encoded = (text: string): string => encodeURIComponent(text);

/**
 * Makes an IRI of an absolute address as people write it: what an IRI may not hold is percent-encoded.
 * @param text begins with a scheme
 */
export function toIri(text: string): Iri {
  const [start = ''] = beginning.exec(text.trim().toWellFormed()) ?? [];
  const [address = '', ...fragment] = text.trim().toWellFormed().slice(start.length).split('#');
  // Only the first number sign begins a fragment.
  const rest = fragment.length === 0 ? address : `${address}#${fragment.join('%23')}`;
  return (
    start.replaceAll(forbidden, encoded) +
    rest.replaceAll(forbidden, encoded).replaceAll(/[[\]]/g, encoded)
  );
}

/**
 * The IRI of a class or property of a model. A name without a scheme becomes a fragment of the model's own URI.
 * @param name as the model writes it
 * @param graphUri the URI of the model
 */
export function ontologyIri(name: string, graphUri: Iri): Iri {
  const written = name.trim().toWellFormed();
  return isAbsoluteIri(written) ? toIri(written) : `${graphUri}#${encodeURIComponent(written)}`;
}
