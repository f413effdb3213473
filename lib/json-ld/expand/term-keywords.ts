import { asList, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import { isAbsoluteIri, toIri } from '../../rdf/iri.ts';
import { directionMessage, isKeyword } from './keywords.ts';
import { isBlankNodeId } from '../../rdf/terms.ts';

/*
 * The readers of the entries of a term definition. Each throws InvalidTermError if its entry is invalid.
 */

/** The definition of a term is invalid (JSON-LD 1.1 API, section 4.2). */
export class InvalidTermError extends Error {
  readonly code = 'invalid_term';
}

const definitionKeywords: ReadonlySet<string> = new Set([
  '@container',
  '@context',
  '@direction',
  '@id',
  '@index',
  '@language',
  '@nest',
  '@prefix',
  '@protected',
  '@reverse',
  '@type',
]);

/**
 * Checks that every key of a definition is a keyword of term definitions.
 * @throws InvalidTermError
 */
export function checkTermKeywords(source: JsonObject): void {
  const unknownKey = Object.keys(source).find((key) => !definitionKeywords.has(key));
  if (unknownKey === undefined) return;
  throw new InvalidTermError(`${JSON.stringify(unknownKey)} has no meaning here: remove it.`);
}

function readFlag(source: JsonObject, key: string): boolean | undefined {
  const flag = source[key];
  if (flag === undefined || typeof flag === 'boolean') return flag;
  throw new InvalidTermError(`${key} must be true or false.`);
}

/** Whether a term can be the prefix of compact IRIs. */
export function isTermPrefix(
  term: string,
  source: JsonObject,
  iri: string | null,
  isSimpleDefinition: boolean,
): boolean {
  const flag = readFlag(source, '@prefix');
  const canBePrefix = !/[:/]/.test(term) && (iri === null || !isKeyword(iri));
  if (flag === undefined) {
    return (
      isSimpleDefinition &&
      canBePrefix &&
      iri !== null &&
      (/[:/?#[\]@]$/.test(iri) || isBlankNodeId(iri))
    );
  }
  if (canBePrefix) return flag;
  throw new InvalidTermError(
    'A term with : or /, or one for a keyword, cannot be a prefix: remove @prefix.',
  );
}

export function isTermProtected(source: JsonObject, isProtectedByDefault: boolean): boolean {
  return readFlag(source, '@protected') ?? isProtectedByDefault;
}

/** Returns the type of a term: `@id`, `@vocab`, `@json`, `@none` or a datatype; undefined if values are not coerced. */
export function readTermType(
  source: JsonObject,
  expand: (text: string) => string | null,
): string | undefined {
  const isTypeMap = readTermContainers(source).includes('@type');
  const type = source['@type'] ?? (isTypeMap ? '@id' : undefined);
  if (type === undefined) return undefined;
  const iri = typeof type === 'string' ? expand(type) : null;
  if (iri === '@id' || iri === '@vocab') return iri;
  if (isTypeMap)
    throw new InvalidTermError('Values by class are nodes, so @type must be @id or @vocab.');
  if (iri === '@json' || iri === '@none') return iri;
  if (iri !== null && !isBlankNodeId(iri) && isAbsoluteIri(iri)) return toIri(iri);
  throw new InvalidTermError('@type must be @id, @vocab, @json, @none or the IRI of a datatype.');
}

const containerKeywords: ReadonlySet<string> = new Set([
  '@graph',
  '@id',
  '@index',
  '@language',
  '@list',
  '@set',
  '@type',
]);

/** Returns the container of a term, with or without `@set`. A term with `@graph` can have several, because it is refused later. */
export function readTermContainers(source: JsonObject): readonly string[] {
  const values = asList(source['@container']);
  const names = values.filter((container) => typeof container === 'string');
  const namesExceptSet = names.filter((container) => container !== '@set');
  const hasValidContainerCount = namesExceptSet.length < 2 || namesExceptSet.includes('@graph');
  const isListAlone = !names.includes('@list') || names.length === 1;
  const areContainerKeywords = names.every((container) => containerKeywords.has(container));
  if (
    hasValidContainerCount &&
    isListAlone &&
    areContainerKeywords &&
    names.length === values.length
  )
    return names;
  throw new InvalidTermError(
    `@container must be one of ${[...containerKeywords].join(', ')}; @set can be beside any of them except @list.`,
  );
}

export function readTermLanguage(source: JsonObject): string | null | undefined {
  const language = Object.hasOwn(source, '@type') ? undefined : source['@language'];
  if (language === undefined || language === null || typeof language === 'string') return language;
  throw new InvalidTermError('@language must be a language tag or null.');
}

/** Returns the reason why values of a term cannot be read; undefined if they can. */
export function findUnsupportedTermReason(source: JsonObject): string | undefined {
  if (Object.hasOwn(source, '@reverse')) {
    return '@reverse is not supported: write the statement the other way round, with the inverse property.';
  }
  if ((source['@direction'] ?? null) !== null) return directionMessage;
  if (Object.hasOwn(source, '@index')) {
    return 'A property for the keys of an index (@index) is not supported: write it in each object.';
  }
  return readTermContainers(source).includes('@graph')
    ? 'Named graphs (@graph) are not supported: write the nodes without them.'
    : undefined;
}
