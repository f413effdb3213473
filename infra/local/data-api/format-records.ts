import { decodeValue, type Column, type ReturnOptions } from './decode-value.ts';
import { ServiceError } from './errors.ts';

/**
 * Formats rows as one JSON text (formatRecordsAs=JSON): an array of objects with the column labels as names of members. A jsonb
 * value becomes a string.
 * @throws ServiceError BadRequestException if two columns have the same label
 */
export function formatRecords(
  columns: readonly Column[],
  rows: readonly (readonly (string | null)[])[],
  options: ReturnOptions,
): string {
  const labels = new Set(columns.map(({ name }) => name));
  if (labels.size < columns.length) {
    throw new ServiceError(
      'BadRequestException',
      'The result set contains columns with the same label: give each its own label.',
    );
  }
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(
        columns.map((column, index) => [
          column.name,
          decodeJsonValue(column, row[index] ?? null, options),
        ]),
      ),
    ),
  );
}

function decodeJsonValue(column: Column, text: string | null, options: ReturnOptions): unknown {
  const field = decodeValue(column, text, options);
  if ('isNull' in field) return null;
  const [value] = Object.values(field);
  return 'arrayValue' in field && typeof value === 'object' && value !== null
    ? Object.values(value)[0]
    : value;
}
