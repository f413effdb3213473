import { maxNesting, nestedTooDeepMessage } from '../../json/nesting.ts';
import { isStorableText } from '../../json/storable.ts';
import { isObject } from '../../model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import type { ProblemCollector } from './problem-collector.ts';

/**
 * Checks that the nesting of a document is at most `maxNesting`, and that the database can store all of its texts. Later steps rely
 * on this.
 * @param document a result of parseLossless
 */
export function checkDocument(document: unknown, problems: ProblemCollector): void {
  const path: (string | number)[] = [];

  function checkText(text: string): void {
    if (isStorableText(text)) return;
    problems.add(
      'unusable_character',
      jsonPointer(path),
      'The text contains U+0000 or half a surrogate pair, which cannot be stored: remove it.',
    );
  }

  function checkMember(step: string | number, value: unknown): void {
    path.push(step);
    if (typeof step === 'string') checkText(step);
    check(value);
    path.pop();
  }

  function check(value: unknown): void {
    if (typeof value === 'string') checkText(value);
    if (typeof value !== 'object' || value === null) return;
    if (path.length >= maxNesting) {
      if (!problems.has('nested_too_deep')) {
        problems.add('nested_too_deep', jsonPointer(path), nestedTooDeepMessage);
      }
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) checkMember(index, item);
    } else if (isObject(value)) {
      for (const key of Object.keys(value)) checkMember(key, value[key]);
    }
  }

  check(document);
}
