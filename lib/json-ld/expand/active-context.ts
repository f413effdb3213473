import type { Iri } from '../../rdf/terms.ts';
import type { JsonObject } from '../../model/datatypes/values/json-values.ts';

/** The context in the definition of a term, as written, with its pointer. */
export type ScopedContext = {
  readonly localContext: unknown;
  readonly pointer: string;
};

/** The definition of a term (JSON-LD 1.1 API, section 4.1), without the parts that reading does not need. */
export type TermDefinition = {
  /** An absolute IRI, a keyword or a blank node id. Null if the context removes the meaning of the term. */
  readonly iri: string | null;
  readonly isPrefix: boolean;
  readonly isProtected: boolean;
  /** `@id`, `@vocab`, `@json`, `@none` or a datatype. */
  readonly type: string | undefined;
  readonly containers: readonly string[];
  /** Null if texts of this term have no language; undefined for the language of the context. */
  readonly language: string | null | undefined;
  readonly context: ScopedContext | undefined;
  /** The reason why values of this term cannot be read, if its definition is not supported. */
  readonly unsupportedReason: string | undefined;
  /** The definition as written in the context. */
  readonly source: JsonObject;
};

/** An active context (JSON-LD 1.1 API, section 4.1). */
export type ActiveContext = {
  readonly terms: Terms;
  /** Null if relative references stay relative. */
  readonly base: Iri | null;
  readonly vocabulary: Iri | null;
  readonly language: string | null;
  /** The context of nested nodes, if this one does not propagate to them. */
  readonly previous: ActiveContext | null;
  /** Whether a context could not be read. It might define terms that seem unknown. */
  readonly isIncomplete: boolean;
};

export function createInitialContext(base: Iri | null): ActiveContext {
  return {
    terms: new Terms(),
    base,
    vocabulary: null,
    language: null,
    previous: null,
    isIncomplete: false,
  };
}

/** At this level of nesting, all terms are copied into one map, so that looking up a term stays fast. */
const maxLevels = 8;

/**
 * The terms of nested contexts. An inner context only stores its own terms and refers to the outer context, so that a context in every
 * node of a document needs little memory.
 */
export class Terms {
  #localTerms = new Map<string, TermDefinition | undefined>();
  #outer: Terms | undefined;
  #level = 0;
  #hasProtected = false;
  /** How many terms were copied from outer contexts. */
  readonly copiedTermCount: number;

  constructor(outer?: Terms) {
    let copiedCount = 0;
    if (outer !== undefined) {
      this.#hasProtected = outer.#hasProtected;
      if (outer.#level < maxLevels) {
        this.#outer = outer;
        this.#level = outer.#level + 1;
      } else {
        this.#localTerms = outer.#mergeTerms();
        copiedCount = this.#localTerms.size;
      }
    }
    this.copiedTermCount = copiedCount;
  }

  get hasProtected(): boolean {
    return this.#hasProtected;
  }

  get isEmpty(): boolean {
    return this.#localTerms.size === 0 && (this.#outer?.isEmpty ?? true);
  }

  get(term: string): TermDefinition | undefined {
    const definition = this.#localTerms.get(term);
    return definition !== undefined || this.#localTerms.has(term)
      ? definition
      : this.#outer?.get(term);
  }

  set(term: string, definition: TermDefinition): void {
    this.#localTerms.set(term, definition);
    this.#hasProtected ||= definition.isProtected;
  }

  delete(term: string): void {
    this.#localTerms.set(term, undefined);
  }

  #mergeTerms(): Map<string, TermDefinition | undefined> {
    const outer = this.#outer;
    const merged =
      outer === undefined ? new Map<string, TermDefinition | undefined>() : outer.#mergeTerms();
    for (const [term, definition] of this.#localTerms) merged.set(term, definition);
    return merged;
  }
}
