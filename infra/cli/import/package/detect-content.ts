import { isObject } from '../../../../lib/model/datatypes/values/json-values.ts';
import { parseLossless } from '../../../../lib/json/lossless-json.ts';
import { readDamagedJson } from '../resources/damaged-json.ts';
import { readFileBytes } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';

/** What the beginning of a JSON file shows of what it holds. */
export type JsonContent = 'records' | 'system settings' | 'other';

const bytesOfBeginning = 256 * 1024;

/** The graph of the settings that every Arches installation has as a resource instance. */
const systemSettingsGraph = 'ff623370-fa12-11e6-b98b-6c4008b05c4c';

/**
 * Looks into the beginning of a JSON file, or a file of lines, for records of resource instances. The rest is not read.
 * @throws FileFormatError where not even its beginning can be read
 */
export function detectContent(file: string): Promise<JsonContent> {
  return detectContentOfBytes(readFileBytes(file), /\.jsonl(\.gz)?$/i.test(file));
}

/** Looks into the beginning of a JSON document, or of lines of JSON, see contentOf. */
export async function detectContentOfBytes(
  chunks: AsyncIterable<Uint8Array>,
  isLines: boolean,
): Promise<JsonContent> {
  const text = await beginning(chunks);
  const values = isLines ? text.split('\n').map(readable) : listed(readable(text));
  const records = values.filter(isRecord);
  if (records.length === 0) return 'other';
  return records.every(isOfSystemSettings) ? 'system settings' : 'records';
}

async function beginning(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const taken: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      taken.push(chunk);
      bytes += chunk.length;
      if (bytes >= bytesOfBeginning) break;
    }
  } catch (error) {
    if (!(error instanceof FileFormatError) || bytes === 0) throw error;
  }
  return new TextDecoder().decode(Buffer.concat(taken));
}

/** The beginning of a document is a document that is cut off. */
function readable(text: string): unknown {
  return readDamagedJson(text, parseLossless, true).value;
}

/** The values that are records in a document of them. */
function listed(document: unknown): readonly unknown[] {
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

function isOfSystemSettings(value: unknown): boolean {
  const header = isObject(value) ? (value['resourceinstance'] ?? value) : undefined;
  return isObject(header) && header['graph_id'] === systemSettingsGraph;
}
