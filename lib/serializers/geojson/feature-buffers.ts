import type { TypedTable } from '../../model/tables/spatial-table.ts';
import { magicBytes, writeFeature, writeHeader } from '../tables/flatgeobuf/flatgeobuf.ts';
import { placeRow } from '../tables/placed-row.ts';
import { geometryColumn, nameFeatureColumns, readFeatureRow } from './feature-rows.ts';

/** Writes features as FlatGeobuf in one go: their number is not stated, and there is no index. */
export type FeatureBufferWriter = {
  readonly start: Uint8Array;
  /** @returns the bytes of features, and the number of all features so far */
  readonly write: (
    features: Iterable<string>,
    earlierCount: number,
  ) => { readonly content: Uint8Array; readonly count: number };
};

/** @param properties their names. Each is a text; others are left out */
export function createFeatureBufferWriter(properties: readonly string[]): FeatureBufferWriter {
  const names = nameFeatureColumns(properties);
  const table: TypedTable = {
    name: 'features',
    columns: names.map((name) => ({ name, type: name === geometryColumn ? 'geometry' : 'text' })),
    geometryIndex: names.length - 1,
  };
  return {
    start: Buffer.concat([magicBytes, writeHeader(table, undefined)]),
    write: (features, earlierCount) => {
      let count = earlierCount;
      const buffers: Uint8Array[] = [];
      for (const feature of features) {
        count += 1;
        buffers.push(
          writeFeature(placeRow(readFeatureRow(feature, properties, count), table), table),
        );
      }
      return { content: Buffer.concat(buffers), count };
    },
  };
}
