import type { Iri } from '../../rdf/terms.ts';
import type { JsonObject } from '../../model/datatypes/values/json-values.ts';

/** A context as it is written, with its place in the document. */
export type ScopedContext = {
  readonly local: unknown;
  readonly pointer: string;
};

/** The definition of a term (JSON-LD 1.1 API, section 4.1), as far as reading needs it. */
export type TermDefinition = {
  /** An absolute IRI, a keyword or a blank node id. Null where the context says that the term has no meaning. */
  readonly iri: string | null;
  readonly isPrefix: boolean;
  readonly isProtected: boolean;
  /** `@id`, `@vocab`, `@json`, `@none` or a datatype. */
  readonly type: string | undefined;
  readonly containers: readonly string[];
  /** Null: texts of this term have no language. */
  readonly language: string | null | undefined;
  readonly context: ScopedContext | undefined;
  /** The reason why values of this term cannot be read: it uses something that is not supported. */
  readonly unsupported: string | undefined;
  /** The definition as it is written. */
  readonly source: JsonObject;
};

/** The meaning of keys and texts at a place of a document (JSON-LD 1.1 API, section 4.1). */
export type ActiveContext = {
  readonly terms: Terms;
  /** Null: relative references stay relative. */
  readonly base: Iri | null;
  readonly vocabulary: Iri | null;
  readonly language: string | null;
  /** The context that is valid again in nested nodes, where this one is not for them. */
  readonly previous: ActiveContext | null;
  /** Whether a context could not be read: unknown terms may be defined there. */
  readonly isIncomplete: boolean;
};

/** The context at the beginning of a document. */
export function initialContext(base: Iri | null): ActiveContext {
  return {
    terms: new Terms(),
    base,
    vocabulary: null,
    language: null,
    previous: null,
    isIncomplete: false,
  };
}

/** The most nested contexts in which a term is looked up. Deeper ones are copied into one. */
const mostLayers = 8;

/**
 * The terms of nested contexts. An inner context is a layer on top of the outer ones: a context in every node of a document costs no
 * more than its own terms.
 */
export class Terms {
  #own = new Map<string, TermDefinition | undefined>();
  #outer: Terms | undefined;
  #layers = 0;
  #hasProtected = false;
  /** How many terms it had to copy. */
  readonly copiedTerms: number;

  constructor(outer?: Terms) {
    let copied = 0;
    if (outer !== undefined) {
      this.#hasProtected = outer.#hasProtected;
      if (outer.#layers < mostLayers) {
        this.#outer = outer;
        this.#layers = outer.#layers + 1;
      } else {
        this.#own = outer.#all();
        copied = this.#own.size;
      }
    }
    this.copiedTerms = copied;
  }

  get hasProtected(): boolean {
    return this.#hasProtected;
  }

  get isEmpty(): boolean {
    return this.#own.size === 0 && (this.#outer?.isEmpty ?? true);
  }

  get(term: string): TermDefinition | undefined {
    const found = this.#own.get(term);
    return found !== undefined || this.#own.has(term) ? found : this.#outer?.get(term);
  }

  set(term: string, definition: TermDefinition): void {
    this.#own.set(term, definition);
    this.#hasProtected ||= definition.isProtected;
  }

  delete(term: string): void {
    this.#own.set(term, undefined);
  }

  #all(): Map<string, TermDefinition | undefined> {
    const outer = this.#outer;
    const all = outer === undefined ? new Map<string, TermDefinition | undefined>() : outer.#all();
    for (const [term, definition] of this.#own) all.set(term, definition);
    return all;
  }
}
