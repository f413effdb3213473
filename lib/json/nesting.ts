/** The maximum nesting of lists and objects. Documents of real models have a fraction of it; a stack overflow needs far more. */
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
  let depth = 0;
  let isInString = false;
  for (let position = 0; position < text.length; position += 1) {
    const character = text[position];
    if (isInString && character === '\\') position += 1;
    else if (character === '"') isInString = !isInString;
    else if (isInString) continue;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > maxNesting) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
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
