import type { ValueProblem } from '../datatype.ts';

/** Converts an empty list or text to null. */
export function emptyAsNull(value: unknown): unknown {
  return value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
}

/**
 * Validates a list and its elements. An empty value is valid.
 * @param validateElement validates an element at a JSON Pointer
 */
export function validateList(
  value: unknown,
  validateElement: (element: unknown, pointer: string) => readonly ValueProblem[],
): readonly ValueProblem[] {
  if (emptyAsNull(value) === null) return [];
  if (Array.isArray(value)) {
    return value.flatMap((element, index) => validateElement(element, `/${index}`));
  }
  const message = 'This node takes a list: put the value between [ and ].';
  return [{ code: 'not_a_list', pointer: '', message }];
}
