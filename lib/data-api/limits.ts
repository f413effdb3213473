import { boundJsonBytes } from '../json/json-bytes.ts';
import { InvalidDataApiCall, StatementTooLarge } from './errors.ts';
import type { Statement } from './sql.ts';

/** The maximum length of the text of a statement, in characters. */
export const maxStatementCharacters = 65_536;
/** The limit of 4 MiB for a request, minus a reserve for its headers and the names of cluster, secret and database. */
const maxRequestBytes = 4 * 1024 * 1024 - 32 * 1024;
/** An upper bound for the bytes of a parameter besides its text: its name, its type, and a number or boolean. */
const bytesBesidesText = 128;

/**
 * Refuses a statement that exceeds a limit of the Data API: 65,536 characters, or 4 MiB for the request.
 * @rule Writing: How many values fit into a statement?
 * @throws InvalidDataApiCall when the statement is too long
 * @throws StatementTooLarge when the parameters, which come from the caller, are too large
 */
export function checkLimits({ text, parameters }: Statement): void {
  if (text.length > maxStatementCharacters) {
    throw new InvalidDataApiCall(
      `The statement has ${text.length} characters and the Data API accepts ${maxStatementCharacters}: bind its values as parameters, or split it.`,
    );
  }
  const estimate = parameters.reduce(
    (sum, { value }) => sum + bytesBesidesText + boundJsonBytes(value?.stringValue ?? ''),
    boundJsonBytes(text),
  );
  if (estimate <= maxRequestBytes) return;
  const bytes = Buffer.byteLength(JSON.stringify([text, parameters]));
  if (bytes <= maxRequestBytes) return;
  throw new StatementTooLarge(
    `The request has ${bytes} bytes and the Data API accepts 4 MiB: send the data in several statements of one transaction.`,
  );
}
