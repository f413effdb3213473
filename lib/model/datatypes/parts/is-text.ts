import type { Text } from '../../pick-language.ts';
import { isObject } from './values.ts';

/** Whether a value of a node's configuration is a text, plain or by language. */
export function isText(value: unknown): value is Text {
  return (
    typeof value === 'string' ||
    (isObject(value) &&
      Object.values(value).every((member) => typeof member === 'string' || member === null))
  );
}
