import type { Iri } from './terms.ts';

/** Whether a text begins with a scheme (RFC 3986, section 3.1). */
export function isAbsoluteIri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text);
}

/** Matches the scheme, and the authority if there is one. */
const schemeAndAuthority = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?/i;

/** Whether a text is a valid authority: a port must be a number, and brackets must enclose an IP address (RFC 3986, section 3.2). */
function isAuthority(text: string): boolean {
  const host = text.slice(text.lastIndexOf('@') + 1);
  if (text.includes('[') || text.includes(']')) {
    return /^\[[\da-f:.]+\](?::\d*)?$/i.test(host) && URL.canParse(`http://${host}/`);
  }
  return /^[^:]*(?::\d*)?$/.test(host) && !/@.*@/.test(text);
}

/**
 * The characters that an IRI may not contain (RFC 3987, section 2.2; the production IRIREF of Turtle): spaces, controls, some
 * punctuation, private-use characters, and a percent sign without an escape.
 */
const forbiddenCharacters =
  // oxlint-disable-next-line no-control-regex -- control characters are among those to be encoded
  /[\u0000-\u0020\u007f-\u009f<>"{}|\\^`\ufff0-\uffff\u{e0000}-\u{e0fff}]|\p{Noncharacter_Code_Point}|\p{Co}|%(?![\da-f]{2})/giu;

const encode = (text: string): string => encodeURIComponent(text);

/**
 * Makes an IRI from an absolute address as people write it: without surrounding spaces, and percent-encoded.
 * @param text begins with a scheme
 */
export function toIri(text: string): Iri {
  return encodeIri(text.trim());
}

/**
 * Percent-encodes the characters that an IRI may not contain.
 * @rule Imports and exports: What becomes of a character that an IRI may not have?
 * @param text begins with a scheme
 */
export function encodeIri(text: string): Iri {
  const address = text.toWellFormed();
  const [prefix = '', scheme = '', authority] = schemeAndAuthority.exec(address) ?? [];
  const [beforeFragment = '', ...fragment] = address.slice(prefix.length).split('#');
  // Only the first number sign begins a fragment.
  const afterAuthority =
    fragment.length === 0 ? beforeFragment : `${beforeFragment}#${fragment.join('%23')}`;
  const authorityPart =
    authority === undefined
      ? ''
      : `//${isAuthority(authority) ? authority : authority.replaceAll(/[[\]:@]/g, encode)}`;
  return (
    scheme +
    authorityPart.replaceAll(forbiddenCharacters, encode) +
    afterAuthority.replaceAll(forbiddenCharacters, encode).replaceAll(/[[\]]/g, encode)
  );
}

/**
 * Makes the IRI of a class or property of a model. A name without a scheme becomes a fragment of the model's own URI.
 * @param name as the model writes it
 * @param graphUri the URI of the model
 */
export function ontologyIri(name: string, graphUri: Iri): Iri {
  const trimmedName = name.trim().toWellFormed();
  return isAbsoluteIri(trimmedName)
    ? toIri(trimmedName)
    : `${graphUri}#${encodeURIComponent(trimmedName)}`;
}
