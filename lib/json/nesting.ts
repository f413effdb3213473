/** How deep lists and objects may stand in one another: several times deeper than any model, and far from the end of the stack. */
export const maximumNesting = 200;

/** What is said of a value that is deeper. */
export const nestedTooDeepMessage = `Lists and objects stand in one another more than ${maximumNesting} levels deep here: write the document flatter.`;

/** A JSON text is deeper than anything that is read: what walks through its value would come to the end of the stack. */
export class NestedTooDeepError extends SyntaxError {
  readonly code = 'nested_too_deep';

  constructor() {
    super(nestedTooDeepMessage);
  }
}

/** Whether a JSON text is deeper than may be. One pass, so that no text takes longer than another. */
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

/** Whether a text has no more brackets than may be open at once: then nobody has to look which are. */
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
