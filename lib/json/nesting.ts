/** The maximum nesting of lists and objects. Real documents need a fraction of it, and only far deeper ones overflow the stack. */
export const maxNesting = 200;

export const nestedTooDeepMessage = `Lists and objects are nested more than ${maxNesting} levels deep here: write the document flatter.`;

/** A JSON string is nested so deep that recursion through its value could overflow the stack. */
export class NestedTooDeepError extends SyntaxError {
  readonly code = 'nested_too_deep';

  constructor() {
    super(nestedTooDeepMessage);
  }
}

/** Checks in one pass whether a JSON string is nested too deep. */
export function isNestedTooDeep(text: string): boolean {
  // Each level has a bracket at its beginning and one at its end.
  if (text.length <= 2 * maxNesting || hasFewBrackets(text)) return false;
  return new DepthCounter().addChunkAndCheckDepth(text);
}

/** Counts the nesting of a JSON string that arrives in chunks. */
export class DepthCounter {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Reads the next chunk. @returns whether it nests too deep */
  addChunkAndCheckDepth(chunk: string): boolean {
    // Local variables are much faster than fields.
    let depth = this.#depth;
    let isInString = this.#isInString;
    let position = this.#isEscaped ? 1 : 0;
    for (; position < chunk.length; position += 1) {
      const character = chunk[position];
      if (isInString && character === '\\') position += 1;
      else if (character === '"') isInString = !isInString;
      else if (isInString) continue;
      else if (character === '[' || character === '{') {
        depth += 1;
        if (depth > maxNesting) return true;
      } else if (character === ']' || character === '}') depth -= 1;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    // A backslash at the end of the chunk escapes the first character of the next one.
    this.#isEscaped = position > chunk.length;
    return false;
  }
}

/** Whether a text has so few brackets that it cannot be nested too deep. */
function hasFewBrackets(text: string): boolean {
  let remaining = maxNesting;
  for (const bracket of ['[', '{']) {
    for (
      let position = text.indexOf(bracket);
      position !== -1;
      position = text.indexOf(bracket, position + 1)
    ) {
      remaining -= 1;
      if (remaining < 0) return false;
    }
  }
  return true;
}
