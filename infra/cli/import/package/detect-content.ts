import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { FileFormatError } from '../file-error.ts';
import { readFileBytes } from '../read-file.ts';
import { readDamagedJson } from '../resources/damaged-json.ts';

/** The content of a JSON file: records of resource instances, only records of the system settings, or something else. */
export type JsonContent = 'records' | 'system settings' | 'other';

/** The number of bytes of a file from which its content is detected. */
const beginningBytes = 256 * 1024;

/** The id of the graph of the system settings, which are a resource instance in every Arches installation. */
export const systemSettingsGraphId = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

/**
 * Detects the content of a file with a JSON document, or with a JSON document on each line (`.jsonl`), from its beginning.
 * @throws FileFormatError if the beginning of the file cannot be read
 */
export function detectContent(file: string): Promise<JsonContent> {
  return detectContentOfBytes(readFileBytes(file), /\.jsonl(\.gz)?$/i.test(file));
}

/** Detects the content of a JSON document, or of JSON documents on the lines of a text. */
export async function detectContentOfBytes(
  chunks: AsyncIterable<Uint8Array>,
  isJsonLines: boolean,
): Promise<JsonContent> {
  const text = await readBeginning(chunks);
  const values = isJsonLines
    ? text.split('\n').map(parseBeginning)
    : listPossibleRecords(parseBeginning(text));
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
    // The beginning is usable even if the file is damaged later.
    if (!(error instanceof FileFormatError) || bytes === 0) throw error;
  }
  return new TextDecoder().decode(Buffer.concat(chunksRead));
}

/** Parses the beginning of a document as if the document were cut off. Its importer reports repeated members. */
function parseBeginning(text: string): unknown {
  return readDamagedJson(text, parseLossless, true, 'last').value;
}

/** Lists the values in a document that may be records: those in its list or its business data, or the document itself. */
function listPossibleRecords(document: unknown): readonly unknown[] {
  const data =
    isObject(document) && 'business_data' in document ? document['business_data'] : document;
  if (Array.isArray(data)) return data;
  const resources = isObject(data) ? data['resources'] : undefined;
  return Array.isArray(resources) && data !== document ? resources : [data];
}

function isRecord(value: unknown): boolean {
  if (!isObject(value)) return false;
  const header = findHeader(value);
  if (header !== undefined && 'resourceinstanceid' in header && 'graph_id' in header) return true;
  const tiles = value['tiles'];
  return (
    Array.isArray(tiles) &&
    tiles.some((tile) => isObject(tile) && ('nodegroup_id' in tile || 'data' in tile))
  );
}

function isSystemSettingsRecord(value: unknown): boolean {
  return isObject(value) && findHeader(value)?.['graph_id'] === systemSettingsGraphId;
}

/** Returns the object with the id and the graph of a record. */
function findHeader(
  record: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | undefined {
  const header = record['resourceinstance'] ?? record;
  return isObject(header) ? header : undefined;
}
