import { findJsonErrorPosition } from '../../../json/json-error-position.ts';
import type { ReadResult } from '../datatype.ts';

/** The code of the problem that a text in a document must be JSON, and is not. */
export const notJsonCode = 'not_json';

const maxExampleLength = 40;

/** Creates the problem of a text that must be JSON. @param text not JSON */
export function createNotJsonProblem(text: string): ReadResult & { readonly kind: 'problem' } {
  const position = findJsonErrorPosition(text);
  const lines = text.slice(0, position).split('\n');
  const place = `position ${position} (line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1})`;
  const error = position === text.length ? 'ends too early' : 'is wrong';
  const example = JSON.stringify(
    text.length > maxExampleLength ? `${text.slice(0, maxExampleLength)}…` : text,
  );
  return {
    kind: 'problem',
    code: notJsonCode,
    message: `The text begins like JSON, and ${error} at ${place}. Correct the JSON; write a text that is not JSON as a JSON string, ${example}, or in the linked shape (Content-Type: application/ld+json;profile=linked).`,
  };
}
