import type { Iri } from '../../rdf/terms.ts';
import type { JsonObject } from '../../model/datatypes/parts/values.ts';
import { Terms } from './terms.ts';

/** A context as it is written, with the place where it is. */
export type ScopedContext = {
  readonly local: unknown;
  readonly pointer: string;
};

/** What a context says of a term (JSON-LD 1.1 API, section 4.1), as far as reading needs it. */
export type TermDefinition = {
  /** An absolute IRI, a keyword or a blank node id; null where the context says that the term means nothing. */
  readonly iri: string | null;
  readonly isPrefix: boolean;
  readonly isProtected: boolean;
  /** `@id`, `@vocab`, `@json`, `@none` or a datatype. */
  readonly type: string | undefined;
  readonly containers: readonly string[];
  /** Null: texts of this term are in no language. */
  readonly language: string | null | undefined;
  readonly context: ScopedContext | undefined;
  /** Why values of this term cannot be read: it uses something that is not supported. */
  readonly refused: string | undefined;
  /** The definition as it is written, to find whether two say the same. */
  readonly source: JsonObject;
};

/** What texts and keys mean at a place of a document (JSON-LD 1.1 API, section 4.1). */
export type ActiveContext = {
  readonly terms: Terms;
  /** Null: relative references stay relative. */
  readonly base: Iri | null;
  readonly vocabulary: Iri | null;
  readonly language: string | null;
  /** What is valid again in the nodes below, where this context is not for them. */
  readonly previous: ActiveContext | null;
  /** Whether a context could not be read: what it would have defined is not known. */
  readonly isIncomplete: boolean;
};

/** The context of a document before anything in it is read. */
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
