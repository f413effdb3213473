import { expect } from 'vitest';

import type { GdalFeature } from './gdal.ts';
import { parseTable } from './read-table.ts';

/**
 * Compares the rows of a layer with those of a table in CSV, column by column.
 * @param joined whether the table has columns that the layer has not
 * @returns the number of values that were compared
 */
export function expectRowsOfTable(features: readonly GdalFeature[], text: string): number {
  const [headings = [], ...rows] = parseTable(text);
  const [first] = features;
  const compared = headings.flatMap((heading, index) =>
    first !== undefined && heading in first.properties ? [{ heading, index }] : [],
  );
  const keysOfRows = rows.map((row) => compared.map(({ index }) => row[index]).join('\u0000'));
  const keysOfFeatures = features.map(({ properties }) =>
    compared.map(({ heading }) => writeValue(properties[heading] ?? null)).join('\u0000'),
  );
  const [rest, expected] = [new Set(keysOfFeatures), new Set(keysOfRows)];
  expect([...rest.difference(expected)].slice(0, 1)).toEqual(
    [...expected.difference(rest)].slice(0, 1),
  );
  expect(keysOfFeatures).toHaveLength(keysOfRows.length);
  return compared.length * rows.length;
}

const writeValue = (value: string | number | boolean | null): string =>
  value === null ? '' : String(value);
