import { isAbsoluteIri, toIri } from '../../rdf/iri.ts';
import { isBlankNodeId, type Iri } from '../../rdf/terms.ts';
import type { ActiveContext } from './active-context.ts';
import { isKeyword, hasKeywordForm } from './keywords.ts';
import type { ProblemLocation } from './problem-collector.ts';
import { resolveIri } from './resolve-iri.ts';

/** What a text is allowed to be, besides a compact or an absolute IRI. */
export type IriOptions = {
  /** A term, or the end of an IRI of the vocabulary. */
  readonly mayBeTerm?: boolean;
  /** A reference relative to the document. */
  readonly mayBeRelative?: boolean;
};

/** Defines a term on which an IRI can depend, while its context is read. */
type DefineTerm = (term: string) => void;

type IriContext = Pick<ActiveContext, 'terms' | 'base' | 'vocabulary'>;

/**
 * Expands a text to an IRI (JSON-LD 1.1 API, section 5.2).
 * @returns a keyword, an absolute IRI or a blank node id; null if a context removes the meaning of the text; otherwise the text itself
 */
export function expandIri(
  active: IriContext,
  text: string,
  { mayBeTerm = false, mayBeRelative = false }: IriOptions,
  defineTerm?: DefineTerm,
): string | null {
  if (isKeyword(text)) return text;
  if (hasKeywordForm(text)) return null;
  defineTerm?.(text);
  const term = active.terms.get(text);
  if (term !== undefined && mayBeTerm) return term.iri;
  const expandedIri = expandCompactIri(active, text, defineTerm);
  if (expandedIri !== undefined) return expandedIri;
  if (mayBeTerm && active.vocabulary !== null) return active.vocabulary + text;
  return mayBeRelative && active.base !== null ? resolveIri(active.base, text) : text;
}

/** @returns undefined if a text is neither a compact nor an absolute IRI */
function expandCompactIri(
  active: IriContext,
  text: string,
  defineTerm?: DefineTerm,
): string | undefined {
  const colon = text.indexOf(':', 1);
  if (colon === -1) return undefined;
  const prefix = text.slice(0, colon);
  const suffix = text.slice(colon + 1);
  if (prefix === '_' || suffix.startsWith('//')) return text;
  defineTerm?.(prefix);
  const term = active.terms.get(prefix);
  if (term?.isPrefix === true && term.iri !== null) return term.iri + suffix;
  return isAbsoluteIri(text) ? text : undefined;
}

/** Matches most IRIs, namely those in which nothing has to be encoded. */
const commonIriPattern =
  /^[a-z][a-z\d+.-]*:(?:\/\/[\w.-]+(?::\d+)?(?=[/?#]|$)|(?!\/\/))[\w/?~.!$&'()*+,;=:@-]*(?:#[\w/?~.!$&'()*+,;=:@-]*)?$/i;

/**
 * Encodes the characters of an absolute IRI that IRIs cannot contain.
 * @param text begins with a scheme
 */
export function encodeIri(text: string): Iri {
  return commonIriPattern.test(text) ? text : toIri(text);
}

/**
 * Reads the id of a node.
 * @param mayBeTerm whether the id can also be a term of the context
 * @returns an absolute IRI or a blank node id; empty if it is invalid, which is reported
 */
export function readId(
  active: ActiveContext,
  text: string,
  { mayBeTerm = false, ...location }: ProblemLocation & Pick<IriOptions, 'mayBeTerm'>,
): Iri {
  if (mayBeTerm && isBareName(active, text)) {
    reportUnknownTerm(active, text, location);
    return '';
  }
  const id = expandIri(active, text, { mayBeTerm, mayBeRelative: true });
  if (id !== null && isBlankNodeId(id)) return id;
  if (id !== null && isAbsoluteIri(id)) return encodeIri(id);
  location.problems.add(
    'invalid_id',
    location.pointer,
    `${JSON.stringify(text)} does not expand to an absolute IRI: write the whole IRI, or leave @id out.`,
  );
  return '';
}

const cachedTypes = new WeakMap<ActiveContext, Map<string, Iri>>();

/**
 * Reads a class or datatype: a term, a compact or absolute IRI, or an IRI relative to the document that is more than a name.
 * @returns undefined if it is invalid, which is reported
 */
export function readType(
  active: ActiveContext,
  text: string,
  location: ProblemLocation,
): Iri | undefined {
  const typesOfContext = cachedTypes.get(active) ?? new Map<string, Iri>();
  const cachedType = typesOfContext.get(text);
  if (cachedType !== undefined) return cachedType;
  const iri = isBareName(active, text)
    ? null
    : expandIri(active, text, { mayBeTerm: true, mayBeRelative: true });
  if (iri === null || isBlankNodeId(iri) || !isAbsoluteIri(iri)) {
    reportUnknownTerm(active, text, location);
    return undefined;
  }
  const type = encodeIri(iri);
  cachedTypes.set(active, typesOfContext.set(text, type));
  return type;
}

/**
 * Whether a text is only a name, and no context defines it. JSON-LD would resolve it relative to the document, but no sender intends that.
 */
function isBareName(active: ActiveContext, text: string): boolean {
  return !/[/#?:.]/.test(text) && expandIri(active, text, { mayBeTerm: true }) === text;
}

/** Reports a text that no context defines, unless a context that could not be read might define it. */
export function reportUnknownTerm(
  { isIncomplete }: ActiveContext,
  text: string,
  { pointer, problems }: ProblemLocation,
): void {
  if (isIncomplete) return;
  const message = `No context gives ${JSON.stringify(text)} an IRI: define it in @context, or write the IRI itself.`;
  problems.add('unknown_term', pointer, message);
}
