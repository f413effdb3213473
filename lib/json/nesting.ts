/** The maximum nesting of lists and objects. Documents of real models have a fraction of it; a stack overflow needs far more. */
export const maximumNesting = 200;

export const nestedTooDeepMessage = `Lists and objects are nested more than ${maximumNesting} levels deep here: write the document flatter.`;

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
  if (text.length <= 2 * maximumNesting || hasFewBrackets(text)) return false;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInText && character === '\\') at += 1;
    else if (character === '"') isInText = !isInText;
    else if (isInText) continue;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > maximumNesting) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
}

/** Whether a text has so few brackets that it cannot be nested too deep. */
function hasFewBrackets(text: string): boolean {
  let left = maximumNesting;
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}
