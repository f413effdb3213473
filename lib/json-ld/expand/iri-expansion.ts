import { isAbsoluteIri } from '../../rdf/iri.ts';
import type { ActiveContext } from './active-context.ts';
import { isKeyword, looksLikeKeyword } from './keywords.ts';
import { resolveIri } from './resolve-iri.ts';

/** What a text may be besides a compact or absolute IRI. */
export type IriForms = {
  /** A term, or the end of an IRI of the vocabulary. */
  readonly vocabulary?: boolean;
  /** A reference relative to the document. */
  readonly relative?: boolean;
};

/** Sees to it that a term is defined, where a context is being read that may define it. */
type Define = (term: string) => void;

type Meanings = Pick<ActiveContext, 'terms' | 'base' | 'vocabulary'>;

/**
 * Expands a text to an IRI (JSON-LD 1.1 API, section 5.2).
 * @returns a keyword, an absolute IRI or a blank node id; the text itself where it is none of these and nothing makes it one;
 * null where it has no meaning
 */
export function expandIri(
  active: Meanings,
  text: string,
  { vocabulary = false, relative = false }: IriForms,
  define?: Define,
): string | null {
  if (isKeyword(text)) return text;
  if (looksLikeKeyword(text)) return null;
  define?.(text);
  const term = active.terms.get(text);
  if (term !== undefined && vocabulary) return term.iri;
  const compact = expandCompactIri(active, text, define);
  if (compact !== undefined) return compact;
  if (vocabulary && active.vocabulary !== null) return active.vocabulary + text;
  return relative && active.base !== null ? resolveIri(active.base, text) : text;
}

/** @returns undefined where a text is neither a compact nor an absolute IRI */
function expandCompactIri(active: Meanings, text: string, define?: Define): string | undefined {
  const colon = text.indexOf(':', 1);
  if (colon === -1) return undefined;
  const prefix = text.slice(0, colon);
  const suffix = text.slice(colon + 1);
  if (prefix === '_' || suffix.startsWith('//')) return text;
  define?.(prefix);
  const term = active.terms.get(prefix);
  if (term?.isPrefix === true && term.iri !== null) return term.iri + suffix;
  return isAbsoluteIri(text) ? text : undefined;
}
