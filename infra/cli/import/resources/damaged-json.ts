/** A piece of JSON that cannot be read. It is serialized as a string with its text. */
export class DamagedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** The readable part of a damaged JSON document. */
export type DamagedJson = {
  /** The value; a part that cannot be read is a DamagedText. */
  readonly value: unknown;
  /** The lists and objects in which a part is missing without a DamagedText in its place. */
  readonly incomplete: ReadonlySet<object>;
};

/** How many lists and objects may be nested. No real data is nested deeper; anything below is a DamagedText. */
export const maxDepth = 1000;

/**
 * Reads the readable parts of a text that is not JSON, is nested too deep, is not UTF-8 or is cut off: everything before, beside and after
 * the damage.
 * @param parse parses a number, word or string of JSON
 * @param isUtf8 false if U+FFFD replaces bytes that are not UTF-8
 */
export function readDamagedJson(
  text: string,
  parse: (text: string) => unknown,
  isUtf8: boolean,
): DamagedJson {
  return new DamagedJsonReader(text, parse, isUtf8).read();
}

class DamagedJsonReader {
  readonly #text: string;
  readonly #parse: (text: string) => unknown;
  readonly #isUtf8: boolean;
  readonly #incomplete = new Set<object>();
  /** The closing brackets of the open lists and objects, outermost first. */
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
    if (this.#closers.length === maxDepth) return this.#skipContainer();
    return next === '{' ? this.#object() : this.#list();
  }

  #object(): object {
    const members: [string, unknown][] = [];
    const isWhole = this.#members('}', () => {
      if (this.#next() !== '"') return this.#skipStray();
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
    const isWhole = this.#members(']', () => {
      items.push(this.#value());
      return true;
    });
    return this.#marked(items, isWhole);
  }

  #marked<Container extends object>(container: Container, isWhole: boolean): Container {
    if (!isWhole) this.#incomplete.add(container);
    return container;
  }

  /**
   * Reads the members of a list or object up to its closing bracket.
   * @param member reads a member, and returns false if it cannot
   * @returns whether nothing is missing and nothing was skipped
   */
  #members(closer: string, member: () => boolean): boolean {
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
        // A bracket that closes nothing is skipped.
        if (isBracketOrColon(next)) this.#at += 1;
        if (isBracketOrColon(next) || !member()) isWhole = false;
      }
      before = next === ',' ? 'comma' : 'member';
    }
    if (next === closer) this.#at += 1;
    this.#closers.pop();
    return isWhole && next === closer && before !== 'comma';
  }

  /** Whether the end of the list or object is missing, because the text or an outer list or object ends or continues here. */
  #isEndOfOuter(next: string, closer: string): boolean {
    return next === '' || this.#closers.includes(next) || this.#isNextItem(next, closer);
  }

  /** Whether an object begins where a key is expected, so that the current object has no end and its list continues. */
  #isNextItem(next: string, closer: string): boolean {
    return closer === '}' && next === '{' && this.#closers.includes(']');
  }

  /** Skips a value that stands in place of a key. */
  #skipStray(): false {
    this.#value();
    return false;
  }

  #string(): unknown {
    const start = this.#at;
    this.#at = findStringEnd(this.#text, start);
    return this.#readable(this.#text.slice(start, this.#at));
  }

  /** Reads a number, true, false or null. One at the end of the text is damaged, because it may be cut off. */
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

  /** Skips a list or object by counting its brackets. */
  #skipContainer(): DamagedText {
    const start = this.#at;
    let open = 0;
    do {
      const character = this.#text.charAt(this.#at);
      if (character === '"') {
        this.#at = findStringEnd(this.#text, this.#at);
        continue;
      }
      if (character === '{' || character === '[') open += 1;
      if (character === '}' || character === ']') open -= 1;
      this.#at += 1;
    } while (open > 0 && this.#at < this.#text.length);
    return new DamagedText(this.#text.slice(start, this.#at));
  }

  /** The next character that is not white space; empty at the end. */
  #next(): string {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.charAt(this.#at);
  }
}

function isBracketOrColon(character: string): boolean {
  return character === '}' || character === ']' || character === ':';
}

/** Finds the end of a string that begins at a quote: after its closing quote, or at the end of the text. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') return at + 1;
  }
  return text.length;
}
