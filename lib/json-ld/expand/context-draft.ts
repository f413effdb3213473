import type { Iri } from '../../rdf/terms.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import { Terms, type ActiveContext } from './active-context.ts';
import type { ProblemCollector } from './problem-collector.ts';

/** An active context while a local context is added to it. */
export class ContextDraft {
  readonly terms: Terms;
  base: Iri | null;
  vocabulary: Iri | null;
  language: string | null;
  isIncomplete: boolean;
  /** Whether the terms of the local context are protected from redefinition in nested contexts. */
  protectsTerms = false;
  /** The terms of the local context whose definition has begun. */
  readonly states = new Map<string, 'being defined' | 'defined'>();
  /** The terms of the local context, with their definitions as written. */
  readonly localDefinitions: ReadonlyMap<string, unknown>;
  /** Whether the local context is allowed to redefine protected terms of outer contexts. */
  readonly canRedefineProtected: boolean;
  readonly #pointer: string;
  readonly #problems: ProblemCollector;

  constructor(
    active: ActiveContext,
    definitions: ReadonlyMap<string, unknown>,
    options: {
      readonly pointer: string;
      readonly canRedefineProtected: boolean;
      readonly problems: ProblemCollector;
    },
  ) {
    this.terms = new Terms(active.terms);
    this.base = active.base;
    this.vocabulary = active.vocabulary;
    this.language = active.language;
    this.isIncomplete = active.isIncomplete;
    this.localDefinitions = definitions;
    this.canRedefineProtected = options.canRedefineProtected;
    this.#pointer = options.pointer;
    this.#problems = options.problems;
  }

  pointerTo(key: string): string {
    return this.#pointer + jsonPointer([key]);
  }

  /** Reports an entry that cannot be read. */
  reportInvalid(key: string, message: string, code = 'invalid_context'): void {
    this.isIncomplete = true;
    this.#problems.add(code, this.pointerTo(key), message);
  }
}
