/** An absolute IRI (RFC 3987), which needs no escapes between angle brackets. */
export type Iri = string;

/** A literal (RDF 1.1 Concepts, section 3.3): with a language or a datatype. With neither, its datatype is `xsd:string`. */
export type RdfLiteral = {
  readonly kind: 'literal';
  readonly value: string;
  readonly datatype?: Iri;
  /** A well-formed language tag (BCP 47), in its original letter case. */
  readonly language?: string;
};

/** A node with its statements. */
export type RdfNode = {
  readonly kind: 'node';
  /** Its IRI. For a blank node, which has no IRI: `_:` and a label of letters and digits. */
  readonly id: Iri;
  readonly types: readonly Iri[];
  /** In the order in which they are written, each predicate once. */
  readonly properties: readonly RdfProperty[];
  /** Whether the same node may appear several times in a document, such as a concept. */
  readonly isShared?: boolean;
};

export type RdfValue = RdfLiteral | RdfNode;

/** Whether a node has no IRI, but a label that is valid only in its document. */
export const isBlankNodeId = (id: Iri): boolean => id.startsWith('_:');

/** Writes the id of a node in N-Triples and Turtle. */
export const writeNodeId = (id: Iri): string => (isBlankNodeId(id) ? id : `<${id}>`);

export const isLiteral = (value: RdfValue): value is RdfLiteral => value.kind === 'literal';

/** A predicate with its objects, at least one. */
export type RdfProperty = { readonly predicate: Iri; readonly values: readonly RdfValue[] };

/**
 * @param value the lexical form
 * @param datatype absent for `xsd:string`
 */
export function literal(value: string, datatype?: Iri): RdfLiteral {
  return datatype === undefined ? { kind: 'literal', value } : { kind: 'literal', value, datatype };
}

/**
 * A well-formed tag (RFC 5646, section 2.1): language, extended language, script, region, variants, extensions, private use; or
 * private use alone.
 */
const wellFormedTag =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?|x(?:-[a-z\d]{1,8})+)$/i;

/** The maximum length of a language tag. The standard has no limit, but longer tags do not fit into the index of languages. */
export const maxTagCharacters = 100;

/**
 * Makes a literal of a text in a language. RDF allows only well-formed tags: `en_US` becomes `en-US`, and an invalid tag is left out.
 * @param tag in any letter case, which is not changed
 */
export function languageLiteral(value: string, tag: string): RdfLiteral {
  const language = tag.replaceAll('_', '-');
  return language.length <= maxTagCharacters && wellFormedTag.test(language)
    ? { kind: 'literal', value, language }
    : { kind: 'literal', value };
}

/** Whether a node is only a reference by IRI. */
export function hasNoStatements({ types, properties }: RdfNode): boolean {
  return types.length === 0 && properties.length === 0;
}

/**
 * Writes a text as a JSON string, which has the same meaning in Turtle and N-Triples (RDF 1.1 Turtle, section 6.5:
 * STRING_LITERAL_QUOTE). Half of a surrogate pair, which UTF-8 cannot encode, becomes U+FFFD.
 */
export function quoteLexicalForm(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
