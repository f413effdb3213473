import { jsonPointer } from '../../model/problem.ts';
import { isAbsoluteIri, toIri } from '../../rdf/iri.ts';
import type { Iri } from '../../rdf/terms.ts';
import type { ActiveContext, TermDefinition } from './active-context.ts';
import { expandIri } from './iri-expansion.ts';
import { isBlank, isKeyword } from './keywords.ts';

/** What a key of an object stands for. */
export type ExpandedKey = {
  readonly text: string;
  /** The key as a step of a JSON Pointer, with its slash. */
  readonly step: string;
  readonly definition: TermDefinition | undefined;
} & (
  | { readonly kind: 'keyword'; readonly keyword: string }
  | { readonly kind: 'property'; readonly iri: Iri }
  /** A context says that the key means nothing. */
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unknown' }
);

const keysOf = new WeakMap<ActiveContext, Map<string, ExpandedKey>>();

/** Expands a key of an object; keys are few, so each is expanded once in each context. */
export function expandedKey(active: ActiveContext, text: string): ExpandedKey {
  let keys = keysOf.get(active);
  if (keys === undefined) {
    keys = new Map();
    keysOf.set(active, keys);
  }
  let key = keys.get(text);
  if (key === undefined) {
    key = expand(active, text);
    keys.set(text, key);
  }
  return key;
}

function expand(active: ActiveContext, text: string): ExpandedKey {
  const definition = active.terms.get(text);
  const written = { text, step: jsonPointer([text]), definition };
  const iri = expandIri(active, text, { vocabulary: true });
  if (iri !== null && isKeyword(iri)) return { ...written, kind: 'keyword', keyword: iri };
  if (iri !== null && !isBlank(iri) && isAbsoluteIri(iri)) {
    return { ...written, kind: 'property', iri: toIri(iri) };
  }
  return { ...written, kind: definition?.iri === null ? 'ignored' : 'unknown' };
}
