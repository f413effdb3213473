import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { FileFormatError } from '../file-error.ts';
import { readFileBytes } from '../read-file.ts';
import { readDamagedJson } from '../resources/damaged-json.ts';

/** The content of a JSON file, judged by its beginning: records of resource instances, those of the system settings alone, or something else. */
export type JsonContent = 'records' | 'system settings' | 'other';

const beginningBytes = 256 * 1024;

/** The graph of the settings that every Arches installation has as a resource instance. */
export const systemSettingsGraphId = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

/**
 * Detects the content of a file with a JSON document, or with a JSON document in each line (.jsonl). Only its beginning is read.
 * @throws FileFormatError if not even that can be read
 */
export function detectContent(file: string): Promise<JsonContent> {
  return detectContentOfBytes(readFileBytes(file), /\.jsonl(\.gz)?$/i.test(file));
}

/** Detects the content of a JSON document, or of a JSON document in each line. */
export async function detectContentOfBytes(
  chunks: AsyncIterable<Uint8Array>,
  isLines: boolean,
): Promise<JsonContent> {
  const text = await readBeginning(chunks);
  const values = isLines
    ? text.split('\n').map(parseBeginning)
    : possibleRecords(parseBeginning(text));
  const records = values.filter(isRecord);
  if (records.length === 0) return 'other';
  return records.every(isSystemSettingsRecord) ? 'system settings' : 'records';
}

async function readBeginning(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const chunksRead: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      chunksRead.push(chunk);
      bytes += chunk.length;
      if (bytes >= beginningBytes) break;
    }
  } catch (error) {
    // A file that is damaged later has a beginning nevertheless.
    if (!(error instanceof FileFormatError) || bytes === 0) throw error;
  }
  return new TextDecoder().decode(Buffer.concat(chunksRead));
}

/** Parses the beginning of a document as a document that is cut off. */
function parseBeginning(text: string): unknown {
  return readDamagedJson(text, parseLossless, true).value;
}

/** Returns the values in a document that can be records: those in its list, in its business data, or the document itself. */
function possibleRecords(document: unknown): readonly unknown[] {
  const data =
    isObject(document) && 'business_data' in document ? document['business_data'] : document;
  if (Array.isArray(data)) return data;
  const resources = isObject(data) ? data['resources'] : undefined;
  return Array.isArray(resources) && data !== document ? resources : [data];
}

function isRecord(value: unknown): boolean {
  if (!isObject(value)) return false;
  const header = recordHeader(value);
  if (header !== undefined && 'resourceinstanceid' in header && 'graph_id' in header) return true;
  const tiles = value['tiles'];
  return (
    Array.isArray(tiles) &&
    tiles.some((tile) => isObject(tile) && ('nodegroup_id' in tile || 'data' in tile))
  );
}

function isSystemSettingsRecord(value: unknown): boolean {
  return isObject(value) && recordHeader(value)?.['graph_id'] === systemSettingsGraphId;
}

/** Returns the object with the id and the graph of a record. */
function recordHeader(
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const header = record['resourceinstance'] ?? record;
  return isObject(header) ? header : undefined;
}
