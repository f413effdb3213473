import type { TermDefinition } from './active-context.ts';

/** How many contexts a term is looked up in, one inside the other, before they are made one. */
const mostLayers = 8;

/**
 * The terms of contexts inside one another. A context inside is a layer on top of those outside, so that one in every node
 * of a document costs no more than what it defines.
 */
export class Terms {
  #own = new Map<string, TermDefinition | undefined>();
  #outer: Terms | undefined;
  #layers = 0;
  #hasProtected = false;
  readonly #copied: number;

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
    this.#copied = copied;
  }

  /** How many terms it had to copy. */
  get copied(): number {
    return this.#copied;
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
