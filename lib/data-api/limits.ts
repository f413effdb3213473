import { DataApiRefused } from './errors.ts';
import type { Statement } from './sql.ts';

const longestStatement = 65_536;
/** 4 MiB of request, without what its headers and names may take. */
const largestParameters = 4 * 1024 * 1024 - 32 * 1024;
/** Bytes that one UTF-16 unit takes at most as JSON: `\u0000`. */
const bytesPerUnit = 6;

/**
 * Refuses a statement that is over a limit of the Data API, before it is sent: 65,536 characters, 4 MiB of request.
 * @throws DataApiRefused that says what to do
 */
export function checkLimits({ text, parameters }: Statement): void {
  if (text.length > longestStatement) {
    throw new DataApiRefused(
      `The statement has ${text.length} characters and the Data API takes ${longestStatement}: bind its values as parameters, or split it.`,
    );
  }
  const units = parameters.reduce((sum, { value }) => sum + (value?.stringValue?.length ?? 0), 0);
  if (units * bytesPerUnit <= largestParameters) return;
  const bytes = Buffer.byteLength(JSON.stringify([text, parameters]));
  if (bytes <= largestParameters) return;
  throw new DataApiRefused(
    `The request has ${bytes} bytes and the Data API takes 4 MiB: send the data in several statements of one transaction.`,
  );
}
