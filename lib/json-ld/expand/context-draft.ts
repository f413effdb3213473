import type { Iri } from '../../rdf/terms.ts';
import { jsonPointer } from '../../model/problem.ts';
import type { ActiveContext } from './active-context.ts';
import type { Problems } from './problems.ts';
import { Terms } from './terms.ts';

/** An object of a context that is being read: what it has defined so far. */
export class ContextDraft {
  readonly terms: Terms;
  base: Iri | null;
  vocabulary: Iri | null;
  language: string | null;
  isIncomplete: boolean;
  /** Whether its terms cannot be defined again by contexts inside. */
  isProtecting = false;
  /** What has become of each of its terms. */
  readonly states = new Map<string, 'being defined' | 'defined'>();
  /** Its entries as they are written. */
  readonly local: ReadonlyMap<string, unknown>;
  /** Whether protected terms of contexts outside can be defined again here. */
  readonly mayOverride: boolean;
  readonly #pointer: string;
  readonly #problems: Problems;

  constructor(
    active: ActiveContext,
    local: ReadonlyMap<string, unknown>,
    place: {
      readonly pointer: string;
      readonly mayOverride: boolean;
      readonly problems: Problems;
    },
  ) {
    this.terms = new Terms(active.terms);
    this.base = active.base;
    this.vocabulary = active.vocabulary;
    this.language = active.language;
    this.isIncomplete = active.isIncomplete;
    this.local = local;
    this.mayOverride = place.mayOverride;
    this.#pointer = place.pointer;
    this.#problems = place.problems;
  }

  pointerTo(key: string): string {
    return this.#pointer + jsonPointer([key]);
  }

  /** Notes that an entry cannot be read. */
  refuse(key: string, message: string, code = 'invalid_context'): void {
    this.isIncomplete = true;
    this.#problems.add(code, this.pointerTo(key), message);
  }
}
