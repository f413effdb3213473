import { InvalidDataApiCall, StatementTooLarge } from './errors.ts';
import type { Statement } from './sql.ts';

const maxStatementCharacters = 65_536;
/** 4 MiB of request, minus what its headers and names may need. */
const maxParameterBytes = 4 * 1024 * 1024 - 32 * 1024;
/** Control characters need up to six bytes as JSON, such as `\u0000`. All others need at most twice their own. */
const controlCharacter = /\p{Cc}/u;

/**
 * Refuses a statement that exceeds a limit of the Data API: 65,536 characters, or 4 MiB of request.
 * @throws InvalidDataApiCall when the statement is too long
 * @throws StatementTooLarge when the parameters, which come from the caller, are too large
 */
export function checkLimits({ text, parameters }: Statement): void {
  if (text.length > maxStatementCharacters) {
    throw new InvalidDataApiCall(
      `The statement has ${text.length} characters and the Data API takes ${maxStatementCharacters}: bind its values as parameters, or split it.`,
    );
  }
  const estimate = parameters.reduce(
    (sum, { value }) => sum + estimateJsonBytes(value?.stringValue ?? ''),
    0,
  );
  if (estimate <= maxParameterBytes) return;
  const bytes = Buffer.byteLength(JSON.stringify([text, parameters]));
  if (bytes <= maxParameterBytes) return;
  throw new StatementTooLarge(
    `The request has ${bytes} bytes and the Data API takes 4 MiB: send the data in several statements of one transaction.`,
  );
}

/** An upper bound of the bytes of a text as JSON. Writing the JSON to count them takes longer. */
function estimateJsonBytes(text: string): number {
  return controlCharacter.test(text) ? text.length * 6 : Buffer.byteLength(text) * 2;
}
