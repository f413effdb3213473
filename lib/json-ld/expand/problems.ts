import type { DocumentProblem } from '../../model/change/document-problem.ts';

/** Nobody reads more, and an answer has to hold them. */
const mostProblems = 1_000;

/** What is wrong with a document, collected while it is read. */
export class Problems {
  readonly #found = new Map<string, DocumentProblem>();
  readonly #codes = new Set<string>();

  /** A place that is read several times has a problem once. */
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

  /** Those of a document with very many end with one that says so. */
  get all(): readonly DocumentProblem[] {
    const all = [...this.#found.values()];
    if (all.length < mostProblems) return all;
    const message = `The document has ${mostProblems} problems or more: these are the first of them.`;
    return [...all, { code: 'more_problems', pointer: '', message }];
  }
}
