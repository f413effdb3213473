import {
  isObject,
  type JsonObject,
} from '../../../../../lib/model/datatypes/values/json-values.ts';
import { readJson } from '../../../../../lib/json/read-json.ts';
import { geometryColumnName } from '../../../../../lib/model/tables/spatial-table.ts';
import { FileFormatError } from '../../file-error.ts';
import { readFileBytes } from '../../read-file.ts';
import { RecordScanner } from '../../resources/record-scanner.ts';
import type { FileCell, FileRow, TableFile } from '../table-cell.ts';

/**
 * Opens a GeoJSON file (RFC 7946): a FeatureCollection, or features on a line each. All properties are headings, which are read first, and
 * so is `id` if a feature has one.
 * @throws FileFormatError `malformed_json`, `not_a_feature_collection`, and the errors of `readFileBytes`
 */
export async function openGeoJson(file: string): Promise<TableFile> {
  const names = new Set<string>();
  let isPlaced = false;
  for await (const feature of readFeatures(file)) {
    for (const name of Object.keys(propertiesOf(feature))) names.add(name);
    isPlaced ||= isObject(feature['geometry']);
  }
  const headings = isPlaced ? [...names, geometryColumnName] : [...names];
  async function* readRows(): AsyncGenerator<FileRow> {
    let number = 0;
    for await (const feature of readFeatures(file)) {
      number += 1;
      const properties = propertiesOf(feature);
      const cells = [...names].map((name) => toCell(properties[name]));
      yield { number, cells: isPlaced ? [...cells, toGeometry(feature['geometry'])] : cells };
    }
  }
  const geometryHeading = isPlaced ? geometryColumnName : undefined;
  return {
    tables: [{ name: undefined, headings, geometryHeading, crs: 'EPSG:4326', readRows }],
    close: () => undefined,
  };
}

async function* readFeatures(file: string): AsyncGenerator<JsonObject> {
  const scanner = new RecordScanner(false, 'features');
  const parse = (text: string, line: number): JsonObject => {
    const feature = parseFeature(text, line);
    if (feature['type'] === 'Feature') return feature;
    const message = 'The file is no GeoJSON FeatureCollection: one of its features is none';
    throw new FileFormatError('not_a_feature_collection', message, { line });
  };
  for await (const chunk of readFileBytes(file))
    for (const { text, line } of scanner.write(chunk)) yield parse(text, line);
  for (const { text, line } of scanner.end()) yield parse(text, line);
}

function parseFeature(text: string, line: number): JsonObject {
  try {
    const feature = readJson(text);
    return isObject(feature) ? feature : {};
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const message = `The feature cannot be read: ${cause.message}`;
    throw new FileFormatError('malformed_json', message, { line }, { cause });
  }
}

/** The properties of a feature, with its id unless a property has this name. */
function propertiesOf({ id, properties }: JsonObject): JsonObject {
  const own = isObject(properties) ? properties : {};
  return id === undefined || 'id' in own ? own : { id, ...own };
}

function toCell(value: unknown): FileCell {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toGeometry(geometry: unknown): FileCell {
  return isObject(geometry) ? { kind: 'geometry', geometry, srid: undefined } : '';
}
