import { jsonPointer } from '../../../../lib/model/problem.ts';

/** The text of a part of JSON that cannot be parsed. It is serialized as a JSON string. */
export class DamagedText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** A member that occurs several times in an object: an object with all its occurrences, as they are in the text. */
export class RepeatedText extends DamagedText {
  readonly values: readonly unknown[];

  /** @param members the occurrences, each with its name */
  constructor(members: readonly string[], values: readonly unknown[]) {
    super(`{${members.join(', ')}}`);
    this.values = values;
  }
}

/** The readable part of a damaged JSON document. */
export type DamagedJson = {
  /** The value, in which parts that cannot be parsed are `DamagedText`. */
  readonly value: unknown;
  /** The lists and objects that lack a part and have no `DamagedText` in its place. */
  readonly incompleteContainers: ReadonlySet<object>;
  /** Pointers to the members that occur several times, whose values are `RepeatedText`. */
  readonly repeatedMembers: readonly string[];
};

type RepeatedForm = 'text' | 'last';

/** How deep lists and objects may be nested. Deeper ones become `DamagedText`. Real data is not nested so deep. */
export const maxDepth = 1000;

/**
 * Reads the readable parts of a text that is not JSON, is nested too deep, is not UTF-8, is cut off or repeats members of objects.
 * @param parse parses a JSON number, string or word (`true`, `false`, `null`)
 * @param isUtf8 false if the text has U+FFFD in place of bytes that were not UTF-8
 * @param repeated what becomes of a member that occurs several times: a `RepeatedText`, or the last value
 */
export function readDamagedJson(
  text: string,
  parse: (text: string) => unknown,
  isUtf8: boolean,
  repeated: RepeatedForm = 'text',
): DamagedJson {
  return new DamagedJsonReader(text, parse, isUtf8, repeated).read();
}

class DamagedJsonReader {
  readonly #text: string;
  readonly #parse: (text: string) => unknown;
  readonly #isUtf8: boolean;
  readonly #repeated: RepeatedForm;
  readonly #incomplete = new Set<object>();
  readonly #repeatedMembers: string[] = [];
  /** The names and indexes that lead to the current value. */
  readonly #path: (string | number)[] = [];
  /** The closing brackets of the open lists and objects, outermost first. */
  readonly #closers: string[] = [];
  #offset = 0;

  constructor(
    text: string,
    parse: (text: string) => unknown,
    isUtf8: boolean,
    repeated: RepeatedForm,
  ) {
    this.#text = text;
    this.#parse = parse;
    this.#isUtf8 = isUtf8;
    this.#repeated = repeated;
  }

  read(): DamagedJson {
    return {
      value: this.#readValue(),
      incompleteContainers: this.#incomplete,
      repeatedMembers: this.#repeatedMembers,
    };
  }

  #readValue(): unknown {
    const next = this.#skipToNext();
    if (next === '"') return this.#readString();
    if (next !== '{' && next !== '[') return this.#readWord();
    if (this.#closers.length === maxDepth) return this.#skipContainer();
    return next === '{' ? this.#readObject() : this.#readList();
  }

  #readObject(): object {
    const members = new MemberCollector();
    const isComplete = this.#readMembers('}', () => {
      if (this.#skipToNext() !== '"') return this.#skipValueInsteadOfKey();
      const start = this.#offset;
      const key = this.#readString();
      if (this.#skipToNext() !== ':') return false;
      this.#offset += 1;
      const value = this.#readAt(typeof key === 'string' ? key : '');
      if (typeof key !== 'string') return false;
      if (members.has(key)) this.#repeatedMembers.push(jsonPointer([...this.#path, key]));
      members.add(key, value, this.#text.slice(start, this.#offset));
      return true;
    });
    return this.#markIfIncomplete(members.toObject(this.#repeated), isComplete);
  }

  #readList(): object {
    const items: unknown[] = [];
    const isComplete = this.#readMembers(']', () => {
      items.push(this.#readAt(items.length));
      return true;
    });
    return this.#markIfIncomplete(items, isComplete);
  }

  #readAt(step: string | number): unknown {
    this.#path.push(step);
    const value = this.#readValue();
    this.#path.pop();
    return value;
  }

  #markIfIncomplete<Container extends object>(
    container: Container,
    isComplete: boolean,
  ): Container {
    if (!isComplete) this.#incomplete.add(container);
    return container;
  }

  /**
   * Reads the members of a list or object up to its closing bracket.
   * @param readMember reads a member, and returns false if it is damaged
   * @returns whether nothing is missing and nothing was skipped
   */
  #readMembers(closer: string, readMember: () => boolean): boolean {
    this.#closers.push(closer);
    this.#offset += 1;
    let isComplete = true;
    let previous: 'bracket' | 'comma' | 'member' = 'bracket';
    let next = this.#skipToNext();
    for (; next !== closer && !this.#hasNoEnd(next, closer); next = this.#skipToNext()) {
      if (next === ',') {
        isComplete &&= previous === 'member';
        this.#offset += 1;
      } else {
        isComplete &&= previous !== 'member';
        // A bracket or colon in the wrong place is skipped.
        if (isBracketOrColon(next)) this.#offset += 1;
        if (isBracketOrColon(next) || !readMember()) isComplete = false;
      }
      previous = next === ',' ? 'comma' : 'member';
    }
    if (next === closer) this.#offset += 1;
    this.#closers.pop();
    return isComplete && next === closer && previous !== 'comma';
  }

  /** Whether the closing bracket is missing: the text or an outer list or object ends here, or the next item of an outer list begins. */
  #hasNoEnd(next: string, closer: string): boolean {
    return next === '' || this.#closers.includes(next) || this.#isNextListItem(next, closer);
  }

  /** Whether an object begins where a key is expected. Then the current object has no closing bracket, and its list continues. */
  #isNextListItem(next: string, closer: string): boolean {
    return closer === '}' && next === '{' && this.#closers.includes(']');
  }

  /** Skips a value in the place of a key. */
  #skipValueInsteadOfKey(): false {
    this.#readValue();
    return false;
  }

  #readString(): unknown {
    const start = this.#offset;
    this.#offset = findStringEnd(this.#text, start);
    return this.#parseToken(this.#text.slice(start, this.#offset));
  }

  /** Reads a number, true, false or null. At the end of the text it counts as damaged, because it may be cut off. */
  #readWord(): unknown {
    const start = this.#offset;
    while (
      this.#offset < this.#text.length &&
      !/[\s,:{}[\]"]/.test(this.#text.charAt(this.#offset))
    )
      this.#offset += 1;
    const word = this.#text.slice(start, this.#offset);
    return this.#offset === this.#text.length ? new DamagedText(word) : this.#parseToken(word);
  }

  #parseToken(token: string): unknown {
    if (!this.#isUtf8 && token.includes('\uFFFD')) return new DamagedText(token);
    try {
      return this.#parse(token);
    } catch {
      return new DamagedText(token);
    }
  }

  /** Skips a list or object by counting its brackets. */
  #skipContainer(): DamagedText {
    const start = this.#offset;
    let openBrackets = 0;
    do {
      const character = this.#text.charAt(this.#offset);
      if (character === '"') {
        this.#offset = findStringEnd(this.#text, this.#offset);
        continue;
      }
      if (character === '{' || character === '[') openBrackets += 1;
      if (character === '}' || character === ']') openBrackets -= 1;
      this.#offset += 1;
    } while (openBrackets > 0 && this.#offset < this.#text.length);
    return new DamagedText(this.#text.slice(start, this.#offset));
  }

  /** Skips white space, and returns the next character without skipping it; empty at the end. */
  #skipToNext(): string {
    while (/\s/.test(this.#text.charAt(this.#offset))) this.#offset += 1;
    return this.#text.charAt(this.#offset);
  }
}

/** Collects the members of an object, each with its text. */
class MemberCollector {
  readonly #occurrences = new Map<string, { readonly value: unknown; readonly text: string }[]>();

  has(name: string): boolean {
    return this.#occurrences.has(name);
  }

  add(name: string, value: unknown, text: string): void {
    const occurrences = this.#occurrences.get(name) ?? [];
    occurrences.push({ value, text });
    this.#occurrences.set(name, occurrences);
  }

  toObject(repeated: RepeatedForm): object {
    return Object.fromEntries(
      Array.from(this.#occurrences, ([name, occurrences]) => [
        name,
        occurrences.length === 1 || repeated === 'last'
          ? occurrences.at(-1)?.value
          : new RepeatedText(
              occurrences.map(({ text }) => text),
              occurrences.map(({ value }) => value),
            ),
      ]),
    );
  }
}

function isBracketOrColon(character: string): boolean {
  return character === '}' || character === ']' || character === ':';
}

/** Finds the end of a string that begins with a quote: the offset after its closing quote, or the end of the text. */
function findStringEnd(text: string, start: number): number {
  for (let offset = start + 1; offset < text.length; offset += 1) {
    const character = text.charAt(offset);
    if (character === '\\') offset += 1;
    else if (character === '"') return offset + 1;
  }
  return text.length;
}
