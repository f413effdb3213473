import { isObject, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import { isAbsoluteIri } from '../../rdf/iri.ts';
import type { TermDefinition } from './active-context.ts';
import { maxNesting } from '../../json/nesting.ts';
import type { ContextDraft } from './context-draft.ts';
import { expandIri } from './iris.ts';
import { isKeyword, hasKeywordForm } from './keywords.ts';
import { isBlankNodeId } from '../../rdf/terms.ts';
import {
  InvalidTermError,
  checkTermKeywords,
  readTermContainers,
  readTermLanguage,
  isTermPrefix,
  isTermProtected,
  findUnsupportedTermReason,
  readTermType,
} from './term-keywords.ts';

/**
 * Defines a term, after the terms on which it depends (JSON-LD 1.1 API, section 4.2). An invalid definition is reported, and the term
 * keeps its earlier definition.
 * @param depth how many terms depend on this one
 */
export function createTermDefinition(draft: ContextDraft, term: string, depth = 0): void {
  const state = draft.states.get(term);
  if (state === 'defined' || !draft.localDefinitions.has(term)) return;
  if (state === 'being defined' || depth > maxNesting) {
    draft.reportInvalid(
      term,
      'The definition of this term depends on itself, or on a long chain of other terms: write the whole IRI.',
    );
    return;
  }
  draft.states.set(term, 'being defined');
  const previous = draft.terms.get(term);
  try {
    new TermBuilder(draft, term, depth).define(previous);
  } catch (error) {
    if (!(error instanceof InvalidTermError)) throw error;
    draft.reportInvalid(term, error.message);
    if (previous !== undefined) draft.terms.set(term, previous);
  }
  draft.states.set(term, 'defined');
}

class TermBuilder {
  readonly #draft: ContextDraft;
  readonly #term: string;
  readonly #depth: number;

  constructor(draft: ContextDraft, term: string, depth: number) {
    this.#draft = draft;
    this.#term = term;
    this.#depth = depth;
  }

  /** @throws InvalidTermError */
  define(previous: TermDefinition | undefined): void {
    const rawDefinition = this.#draft.localDefinitions.get(this.#term);
    if (this.#isIgnored(rawDefinition)) return;
    const source = toDefinitionObject(rawDefinition);
    checkTermKeywords(source);
    this.#draft.terms.delete(this.#term);
    const iri = this.#resolveIri(source);
    if (iri === undefined) {
      if (previous !== undefined) this.#draft.terms.set(this.#term, previous);
      return;
    }
    const definition = this.#createDefinition(source, iri, typeof rawDefinition === 'string');
    if (previous?.isProtected !== true || this.#draft.canRedefineProtected) {
      this.#draft.terms.set(this.#term, definition);
    } else if (meaningKey(previous) === meaningKey(definition)) {
      this.#draft.terms.set(this.#term, previous);
    } else {
      throw new InvalidTermError('An earlier context protects this term: use another name.');
    }
  }

  /** @throws InvalidTermError if the term cannot be defined */
  #isIgnored(rawDefinition: unknown): boolean {
    if (this.#term === '') throw new InvalidTermError('A term cannot be an empty text.');
    if (!isKeyword(this.#term)) return hasKeywordForm(this.#term);
    // A definition of @type can only make it a list, and types are always read as a list.
    if (this.#term === '@type' && isObject(rawDefinition)) return true;
    throw new InvalidTermError('A keyword cannot be defined: remove it from the context.');
  }

  #createDefinition(source: JsonObject, iri: string | null, isSimple: boolean): TermDefinition {
    const pointer = `${this.#draft.pointerTo(this.#term)}/@context`;
    const ownContext = source['@context'];
    return {
      iri,
      isPrefix: isTermPrefix(this.#term, source, iri, isSimple),
      isProtected: isTermProtected(source, this.#draft.protectsTerms),
      type: readTermType(source, (text) => this.#expand(text)),
      containers: readTermContainers(source),
      language: readTermLanguage(source),
      context: ownContext === undefined ? undefined : { localContext: ownContext, pointer },
      unsupportedReason: findUnsupportedTermReason(source),
      source,
    };
  }

  #defineDependency(term: string): void {
    if (term !== this.#term) createTermDefinition(this.#draft, term, this.#depth + 1);
  }

  #expand(text: string): string | null {
    return expandIri(this.#draft, text, { mayBeTerm: true }, (term) =>
      this.#defineDependency(term),
    );
  }

  /** @returns undefined if the definition is ignored */
  #resolveIri(source: JsonObject): string | null | undefined {
    const id = source['@reverse'] ?? source['@id'];
    if (id === null) return null;
    if (id === undefined || id === this.#term) return this.#resolveIriWithoutId();
    if (typeof id !== 'string')
      throw new InvalidTermError('The @id of a term must be an IRI or null.');
    if (hasKeywordForm(id) && !isKeyword(id)) return undefined;
    const iri = this.#expand(id);
    if (iri === null || !(isKeyword(iri) || isBlankNodeId(iri) || isAbsoluteIri(iri))) {
      throw new InvalidTermError(
        `${JSON.stringify(id)} does not expand to an IRI: write the whole IRI.`,
      );
    }
    if (iri === '@context')
      throw new InvalidTermError('A term cannot stand for @context: remove it.');
    if (/.:.|\//.test(this.#term) && this.#expand(this.#term) !== iri) {
      throw new InvalidTermError('A term in the form of an IRI must be defined as that IRI.');
    }
    return iri;
  }

  #resolveIriWithoutId(): string {
    const [prefix = '', suffix = ''] = splitAtColon(this.#term);
    if (prefix !== '' && !suffix.startsWith('//')) {
      this.#defineDependency(prefix);
      const iri = this.#draft.terms.get(prefix)?.iri;
      if (typeof iri === 'string') return iri + suffix;
    }
    const iri = this.#expand(this.#term);
    if (iri !== null && (isBlankNodeId(iri) || isAbsoluteIri(iri))) return iri;
    throw new InvalidTermError('The term needs an @id, because the context has no @vocab.');
  }
}

function splitAtColon(term: string): readonly string[] {
  const colon = term.indexOf(':', 1);
  return colon === -1 ? [] : [term.slice(0, colon), term.slice(colon + 1)];
}

function toDefinitionObject(rawDefinition: unknown): JsonObject {
  if (typeof rawDefinition === 'string' || rawDefinition === null) return { '@id': rawDefinition };
  if (isObject(rawDefinition)) return rawDefinition;
  throw new InvalidTermError('The definition of a term must be an IRI, an object or null.');
}

/** Returns a key that is equal for definitions with the same meaning. */
function meaningKey({ iri, isPrefix, type, containers, language, source }: TermDefinition): string {
  const parts = ['@context', '@direction', '@index', '@nest', '@reverse'] as const;
  const otherParts = Object.fromEntries(parts.map((part) => [part, source[part]]));
  return JSON.stringify({ iri, isPrefix, type, containers, language, ...otherParts });
}
