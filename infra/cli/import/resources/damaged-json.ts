/** A piece of JSON that cannot be read. Written as JSON, it is a string of its text. */
export class DamagedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** What could be read of a damaged JSON text. */
export type DamagedJson = {
  /** The value; a part that cannot be read is a Damaged. */
  readonly value: unknown;
  /** Its lists and objects of which something is missing that is not marked otherwise. */
  readonly incomplete: ReadonlySet<object>;
};

/** Nothing that people wrote is nested deeper. */
export const maxDepth = 1000;

/**
 * Reads what can be read of a text that is not JSON, or is too deep, is not UTF-8 or is cut off: everything before, beside and behind the
 * damage. Numbers are kept as they are written.
 * @param parse reads a number, word or string that is written as JSON has it
 * @param isUtf8 false where U+FFFD stands for bytes that are no text
 */
export function readDamagedJson(
  text: string,
  parse: (text: string) => unknown,
  isUtf8: boolean,
): DamagedJson {
  return new DamagedReader(text, parse, isUtf8).read();
}

class DamagedReader {
  readonly #text: string;
  readonly #parse: (text: string) => unknown;
  readonly #isUtf8: boolean;
  readonly #incomplete = new Set<object>();
  /** The brackets that are open, as what closes them. */
  readonly #closers: string[] = [];
  #at = 0;

  constructor(text: string, parse: (text: string) => unknown, isUtf8: boolean) {
    this.#text = text;
    this.#parse = parse;
    this.#isUtf8 = isUtf8;
  }

  read(): DamagedJson {
    return { value: this.#value(), incomplete: this.#incomplete };
  }

  #value(): unknown {
    const next = this.#next();
    if (next === '"') return this.#string();
    if (next !== '{' && next !== '[') return this.#word();
    if (this.#closers.length === maxDepth) return this.#passOver();
    return next === '{' ? this.#object() : this.#list();
  }

  #object(): object {
    const members: [string, unknown][] = [];
    const isWhole = this.#inside('}', () => {
      if (this.#next() !== '"') return this.#passStray();
      const key = this.#string();
      if (this.#next() !== ':') return false;
      this.#at += 1;
      const value = this.#value();
      if (typeof key === 'string') members.push([key, value]);
      return typeof key === 'string';
    });
    return this.#marked(Object.fromEntries(members), isWhole);
  }

  #list(): object {
    const items: unknown[] = [];
    const isWhole = this.#inside(']', () => {
      items.push(this.#value());
      return true;
    });
    return this.#marked(items, isWhole);
  }

  #marked<Container extends object>(container: Container, isWhole: boolean): Container {
    if (!isWhole) this.#incomplete.add(container);
    return container;
  }

  /** Reads members up to a bracket. @param member false where there is none to read @returns whether nothing is missing or too much */
  #inside(closer: string, member: () => boolean): boolean {
    this.#closers.push(closer);
    this.#at += 1;
    let isWhole = true;
    let before: 'bracket' | 'comma' | 'member' = 'bracket';
    let next = this.#next();
    for (; next !== closer && !this.#isEndOfOuter(next, closer); next = this.#next()) {
      if (next === ',') {
        isWhole &&= before === 'member';
        this.#at += 1;
      } else {
        isWhole &&= before !== 'member';
        // What closes nothing is passed over.
        if (isBracketOrColon(next)) this.#at += 1;
        if (isBracketOrColon(next) || !member()) isWhole = false;
      }
      before = next === ',' ? 'comma' : 'member';
    }
    if (next === closer) this.#at += 1;
    this.#closers.pop();
    return isWhole && next === closer && before !== 'comma';
  }

  /** Whether the text, or a list or object around, ends or goes on where the end of an inner one is missing. */
  #isEndOfOuter(next: string, closer: string): boolean {
    return next === '' || this.#closers.includes(next) || this.#isNextItem(next, closer);
  }

  /** Whether an object begins where an object needs a key: it has lost its end, and the list that it is in goes on. */
  #isNextItem(next: string, closer: string): boolean {
    return closer === '}' && next === '{' && this.#closers.includes(']');
  }

  /** Passes over what stands where a key should. */
  #passStray(): false {
    this.#value();
    return false;
  }

  #string(): unknown {
    const start = this.#at;
    this.#at = endOfString(this.#text, start);
    return this.#readable(this.#text.slice(start, this.#at));
  }

  /** A number, true, false or null; one that the text ends with may be cut off. */
  #word(): unknown {
    const start = this.#at;
    while (this.#at < this.#text.length && !/[\s,:{}[\]"]/.test(this.#text.charAt(this.#at)))
      this.#at += 1;
    const word = this.#text.slice(start, this.#at);
    return this.#at === this.#text.length ? new DamagedText(word) : this.#readable(word);
  }

  #readable(token: string): unknown {
    if (!this.#isUtf8 && token.includes('\uFFFD')) return new DamagedText(token);
    try {
      return this.#parse(token);
    } catch {
      return new DamagedText(token);
    }
  }

  /** Passes over a list or object by its brackets alone. */
  #passOver(): DamagedText {
    const start = this.#at;
    let open = 0;
    do {
      const character = this.#text.charAt(this.#at);
      if (character === '"') {
        this.#at = endOfString(this.#text, this.#at);
        continue;
      }
      if (character === '{' || character === '[') open += 1;
      if (character === '}' || character === ']') open -= 1;
      this.#at += 1;
    } while (open > 0 && this.#at < this.#text.length);
    return new DamagedText(this.#text.slice(start, this.#at));
  }

  /** The next character that is no white space; empty at the end. */
  #next(): string {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }
}

function isBracketOrColon(character: string): boolean {
  return character === '}' || character === ']' || character === ':';
}

/** Where a string ends that begins at a quote: behind its other quote, or with the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') return at + 1;
  }
  return text.length;
}
