/**
 * The maximum nesting of lists and objects. Real documents need a fraction of it, and only far deeper ones overflow the stack.
 * @rule Resource instances: How deep may JSON be nested?
 */
export const maxNesting = 200;

export const nestedTooDeepMessage = `Lists and objects are nested more than ${maxNesting} levels deep here: write the document flatter.`;

/** A JSON string is nested so deep that recursion through its value could overflow the stack. */
export class NestedTooDeepError extends SyntaxError {
  readonly code = 'nested_too_deep';

  constructor() {
    super(nestedTooDeepMessage);
  }
}
