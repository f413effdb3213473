import { jsonPointer } from './json-pointer.ts';

/** The code of the problem that an object has two members of one name. */
export const repeatedMemberCode = 'repeated_member';

/** A member whose name an earlier member of the same object has. */
export type RepeatedMember = {
  /** JSON Pointer (RFC 6901) to the member. The pointer to the earlier member is the same. */
  readonly pointer: string;
  readonly message: string;
};

/** A text is JSON, but an object in it has two members of one name, of which only one could be kept. */
export class RepeatedMembersError extends SyntaxError {
  readonly code = repeatedMemberCode;
  /** The first repeated members, at most 1,000. */
  readonly members: readonly RepeatedMember[];
  /** The number of all repeated members. */
  readonly count: number;
  /** What `JSON.parse` makes of the text: the last member of each name. */
  readonly lastMembers: unknown;

  constructor({ members, count }: RepeatedMemberFinder, lastMembers: unknown) {
    const examples = members.slice(0, maxExamples).map(({ pointer }) => shorten(pointer));
    const places = [...examples, ...(count > examples.length ? ['…'] : [])].join(', ');
    super(
      `The JSON has members that occur twice in the same object: ${places}. Keep one of the two.`,
    );
    this.members = members;
    this.count = count;
    this.lastMembers = lastMembers;
  }
}

/** Finds the repeated members of a text that was parsed. */
export function createRepeatedMembersError(
  text: string,
  lastMembers: unknown,
): RepeatedMembersError {
  const finder = new RepeatedMemberFinder();
  finder.addChunk(text);
  return new RepeatedMembersError(finder, lastMembers);
}

const maxMembers = 1000;
const maxExamples = 10;
/** Names can have millions of characters, and every pointer below a name repeats it. */
const maxPointerCharacters = 1_000_000;
const maxShownLength = 100;

/** An open object or list, and the name or index of its current member. */
type Container = { readonly names: Set<string> | undefined; step: string | number };

/**
 * Finds the repeated members of a JSON document that arrives in chunks.
 * @rule Resource instances: Who reads JSON of others, and refuses a member that occurs twice?
 */
export class RepeatedMemberFinder {
  /** The first repeated members that were found, at most 1,000. */
  readonly members: RepeatedMember[] = [];
  /** The number of all repeated members that were found. */
  count = 0;
  /** How many lists and objects were open at most. */
  maxDepth = 0;
  #pointerCharacters = 0;
  readonly #containers: Container[] = [];
  /** Whether the next string is the name of a member. */
  #expectsName = false;
  /** The part of the current string that was read, with its first quote; undefined outside of strings. */
  #string: string | undefined;
  #isEscaped = false;

  /** Reads the next chunk. A chunk may begin and end anywhere. */
  addChunk(chunk: string): void {
    let position = 0;
    while (position < chunk.length) {
      position =
        this.#string === undefined
          ? this.#readBetweenStrings(chunk, position)
          : this.#readString(chunk, position, this.#string);
    }
  }

  /** Reads up to the next string. */
  #readBetweenStrings(chunk: string, start: number): number {
    for (let position = start; position < chunk.length; position += 1) {
      const character = chunk[position] ?? '';
      if (character === '"') {
        this.#string = character;
        return position + 1;
      }
      this.#readCharacter(character);
    }
    return chunk.length;
  }

  #readCharacter(character: string): void {
    if (character === '{') {
      this.#open({ names: new Set(), step: '' });
    } else if (character === '[') {
      this.#open({ names: undefined, step: 0 });
    } else if (character === '}' || character === ']') {
      this.#containers.pop();
      this.#expectsName = false;
    } else if (character === ',') {
      const container = this.#containers.at(-1);
      if (typeof container?.step === 'number') container.step += 1;
      this.#expectsName = container?.names !== undefined;
    }
  }

  #open(container: Container): void {
    this.#containers.push(container);
    this.maxDepth = Math.max(this.maxDepth, this.#containers.length);
    this.#expectsName = container.names !== undefined;
  }

  /** Reads a string up to its end, or to the end of the chunk. @param read the part of it that was read */
  #readString(chunk: string, start: number, read: string): number {
    for (let position = start; position < chunk.length; position += 1) {
      const character = chunk[position];
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') {
        this.#string = undefined;
        if (this.#expectsName) this.#readName(read + chunk.slice(start, position + 1));
        return position + 1;
      }
    }
    // Only names are kept.
    this.#string = this.#expectsName ? read + chunk.slice(start) : '"';
    return chunk.length;
  }

  #readName(string: string): void {
    this.#expectsName = false;
    const container = this.#containers.at(-1);
    if (container?.names === undefined) return;
    const name = parseName(string);
    container.step = name;
    if (container.names.has(name)) this.#addRepeatedMember(name);
    container.names.add(name);
  }

  #addRepeatedMember(name: string): void {
    this.count += 1;
    if (this.members.length === maxMembers || this.#pointerCharacters > maxPointerCharacters)
      return;
    const pointer = jsonPointer(this.#containers.map(({ step }) => step));
    this.#pointerCharacters += pointer.length;
    this.members.push({
      pointer,
      message: `The member ${JSON.stringify(shorten(name))} occurs twice in the same object: keep one of the two.`,
    });
  }
}

function shorten(text: string): string {
  return text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
}

/** Returns the name without escapes; a damaged name unchanged. */
function parseName(string: string): string {
  if (!string.includes('\\')) return string.slice(1, -1);
  try {
    return String(JSON.parse(string));
  } catch {
    return string;
  }
}
