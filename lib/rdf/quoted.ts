/**
 * A text as a string of JSON; every such string is one of Turtle and N-Triples too, and means the same there (RDF 1.1 Turtle,
 * section 6.5: STRING_LITERAL_QUOTE). Half a surrogate pair, which UTF-8 cannot hold, becomes U+FFFD.
 */
export function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
