import type { DocumentProblem } from '../../model/change/document-problem.ts';

/** Nobody reads more, and they have to fit into an answer. */
const mostProblems = 1_000;

/** Where a problem of a document would be, and where to add it. */
export type ProblemPlace = { readonly pointer: string; readonly problems: Problems };

/** The problems of a document, collected while it is read. */
export class Problems {
  readonly #found = new Map<string, DocumentProblem>();
  readonly #codes = new Set<string>();

  /** Adds a problem once for each place, even where a place is read several times. */
  add(code: string, pointer: string, message: string): void {
    this.#codes.add(code);
    const key = `${code} ${pointer}`;
    if (this.#found.size < mostProblems && !this.#found.has(key)) {
      this.#found.set(key, { code, pointer, message });
    }
  }

  has(code: string): boolean {
    return this.#codes.has(code);
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** All problems. Where there are too many, the last one says so. */
  get all(): readonly DocumentProblem[] {
    const all = [...this.#found.values()];
    if (all.length < mostProblems) return all;
    const message = `The document has ${mostProblems} problems or more: these are the first of them.`;
    return [...all, { code: 'more_problems', pointer: '', message }];
  }
}
