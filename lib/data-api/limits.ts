import { DataApiRefused, StatementTooLarge } from './errors.ts';
import type { Statement } from './sql.ts';

const longestStatement = 65_536;
/** 4 MiB of request, without what its headers and names may take. */
const largestParameters = 4 * 1024 * 1024 - 32 * 1024;
/** Characters that take six bytes as JSON: `\u0000`. All others take at most twice their own. */
const control = /\p{Cc}/u;

/**
 * Refuses a statement that is over a limit of the Data API, before it is sent: 65,536 characters, 4 MiB of request.
 * @throws DataApiRefused where the statement itself is too long, which is ours to mend
 * @throws StatementTooLarge where its parameters are: they come from the caller
 */
export function checkLimits({ text, parameters }: Statement): void {
  if (text.length > longestStatement) {
    throw new DataApiRefused(
      `The statement has ${text.length} characters and the Data API takes ${longestStatement}: bind its values as parameters, or split it.`,
    );
  }
  const most = parameters.reduce((sum, { value }) => sum + mostBytes(value?.stringValue ?? ''), 0);
  if (most <= largestParameters) return;
  const bytes = Buffer.byteLength(JSON.stringify([text, parameters]));
  if (bytes <= largestParameters) return;
  throw new StatementTooLarge(
    `The request has ${bytes} bytes and the Data API takes 4 MiB: send the data in several statements of one transaction.`,
  );
}

/** Bytes that a text takes at most as JSON. To write it only to count them takes longer. */
function mostBytes(text: string): number {
  return control.test(text) ? text.length * 6 : Buffer.byteLength(text) * 2;
}
