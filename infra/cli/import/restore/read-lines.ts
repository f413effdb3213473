import { maxBatchBytes } from '../../../../lib/data-api/split-into-batches.ts';
import { readFileBytes } from '../read-file.ts';
import { readRecordLines } from '../resources/read-record-lines.ts';

const maxLines = 2000;

/**
 * Reads the JSON lines of a file in batches that fit into a request. A larger line is a batch of its own.
 * Lines that are neither an object nor a text, such as the frame of a document, are passed over, and so is a comma at the end of a line.
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
