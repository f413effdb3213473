import { maxBatchBytes } from '../../../../lib/data-api/split-into-batches.ts';
import { readFileBytes } from '../read-file.ts';
import { readRecordLines } from '../resources/read-record-lines.ts';

const maxLines = 2000;

/**
 * Reads the lines of a file that are JSON objects or texts, in batches that fit in a request. A line that is larger than a request is a
 * batch of its own. Other lines, such as the beginning of the document, are skipped, and commas at the ends of lines are removed.
 */
export async function* readLineBatches(file: string): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for await (const { text } of readRecordLines(readFileBytes(file))) {
    if (!/^["{].*["}],?$/s.test(text)) continue;
    const json = text.endsWith(',') ? text.slice(0, -1) : text;
    const lineBytes = Buffer.byteLength(json);
    if (batch.length === maxLines || (batch.length > 0 && bytes + lineBytes > maxBatchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(json);
    bytes += lineBytes;
  }
  if (batch.length > 0) yield batch;
}
