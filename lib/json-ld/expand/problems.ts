import type { DocumentProblem } from '../../model/change/document-problem.ts';

/** What is wrong with a document, collected while it is read. */
export class Problems {
  readonly #found = new Map<string, DocumentProblem>();
  readonly #codes = new Set<string>();

  /** A place that is read several times has a problem once. */
  add(code: string, pointer: string, message: string): void {
    const key = `${code} ${pointer}`;
    this.#codes.add(code);
    if (!this.#found.has(key)) this.#found.set(key, { code, pointer, message });
  }

  has(code: string): boolean {
    return this.#codes.has(code);
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  get all(): readonly DocumentProblem[] {
    return [...this.#found.values()];
  }
}
