import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { FileFormatError } from '../file-error.ts';
import { readFileBytes } from '../read-file.ts';
import { readDamagedJson } from '../resources/damaged-json.ts';

/** The content of a JSON file, according to its beginning. */
export type JsonContent = 'records' | 'system settings' | 'other';

const beginningBytes = 256 * 1024;

/** The graph of the settings that every Arches installation has as a resource instance. */
export const systemSettingsGraphId = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

/**
 * Reads the beginning of a JSON file, or of a file of lines, and detects records of resource instances.
 * @throws FileFormatError if not even its beginning can be read
 */
export function detectContent(file: string): Promise<JsonContent> {
  return detectContentOfBytes(readFileBytes(file), /\.jsonl(\.gz)?$/i.test(file));
}

/** Detects the content of a JSON document, or of lines of JSON. */
export async function detectContentOfBytes(
  chunks: AsyncIterable<Uint8Array>,
  isLines: boolean,
): Promise<JsonContent> {
  const text = await readBeginning(chunks);
  const values = isLines ? text.split('\n').map(parseBeginning) : listValues(parseBeginning(text));
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
    if (!(error instanceof FileFormatError) || bytes === 0) throw error;
  }
  return new TextDecoder().decode(Buffer.concat(chunksRead));
}

/** Parses the beginning of a document as a document that is cut off. */
function parseBeginning(text: string): unknown {
  return readDamagedJson(text, parseLossless, true).value;
}

/** The values of a document that can be records. */
function listValues(document: unknown): readonly unknown[] {
  const data =
    isObject(document) && 'business_data' in document ? document['business_data'] : document;
  if (Array.isArray(data)) return data;
  const resources = isObject(data) ? data['resources'] : undefined;
  return Array.isArray(resources) && data !== document ? resources : [data];
}

function isRecord(value: unknown): boolean {
  if (!isObject(value)) return false;
  const header = value['resourceinstance'] ?? value;
  if (isObject(header) && 'resourceinstanceid' in header && 'graph_id' in header) return true;
  const tiles = value['tiles'];
  return (
    Array.isArray(tiles) &&
    tiles.some((tile) => isObject(tile) && ('nodegroup_id' in tile || 'data' in tile))
  );
}

function isSystemSettingsRecord(value: unknown): boolean {
  const header = isObject(value) ? (value['resourceinstance'] ?? value) : undefined;
  return isObject(header) && header['graph_id'] === systemSettingsGraphId;
}
