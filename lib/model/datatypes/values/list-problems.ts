import type { ValueProblem } from '../datatype.ts';

/** A value in the form in which a list is stored: null where there is nothing in it. */
export function emptyAsNull(value: unknown): unknown {
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
}

/**
 * Everything that is wrong with a list and its elements. Null is right, and so is what is stored as null.
 * @param elementProblems what is wrong with one element, given the JSON Pointer to it
 */
export function listProblems(
  value: unknown,
  elementProblems: (element: unknown, pointer: string) => readonly ValueProblem[],
): readonly ValueProblem[] {
  if (emptyAsNull(value) === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => elementProblems(element, `/${index}`));
  }
  const message = 'This node holds a list: put the value between [ and ].';
  return [{ code: 'not_a_list', pointer: '', message }];
}
