const keywords: ReadonlySet<string> = new Set([
  '@base',
  '@container',
  '@context',
  '@direction',
  '@graph',
  '@id',
  '@import',
  '@included',
  '@index',
  '@json',
  '@language',
  '@list',
  '@nest',
  '@none',
  '@prefix',
  '@propagate',
  '@protected',
  '@reverse',
  '@set',
  '@type',
  '@value',
  '@version',
  '@vocab',
]);

/** Whether a text is a keyword (JSON-LD 1.1, section 1.7). */
export function isKeyword(text: string): boolean {
  return keywords.has(text);
}

/** Whether a text has the form of a keyword. Such texts are reserved for later versions (JSON-LD 1.1, section 9.16). */
export function hasKeywordForm(text: string): boolean {
  return /^@[a-z]+$/i.test(text);
}

/** The service decides the direction of a text by its language. A direction of a document could not be kept in every datatype. */
export const directionMessage =
  '@direction is not supported: remove it. The language of a text decides its direction; another direction can be written in tile records.';
