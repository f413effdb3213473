import { abortTextOfTable } from '../resources/write-table.ts';
import { byteOrderMark, writeCsvLine } from '../tables/csv.ts';
import { nameFeatureColumns, readFeatureRow } from './feature-rows.ts';
import type { FeatureWriter } from './feature-writer.ts';

/**
 * Writes features as a table (CSV): a line with the names of the columns, then a line for each feature with its id, its properties and its
 * geometry.
 * @rule GeoJSON and OGC API Features: What does a table of features have?
 * @param properties their names; others are left out
 */
export function createFeatureTableWriter(properties: readonly string[]): FeatureWriter {
  return {
    start: `${byteOrderMark}${writeCsvLine(nameFeatureColumns(properties))}`,
    write: (features, earlierCount) => {
      let count = earlierCount;
      let text = '';
      for (const feature of features) {
        count += 1;
        text += writeCsvLine(readFeatureRow(feature, properties, count));
      }
      return { text, count };
    },
    end: () => '',
    abortText: abortTextOfTable,
  };
}
