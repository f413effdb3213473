import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';

/** The separator of the cells of a CSV file. */
export type SeparatorResult = {
  readonly separator: string;
  /** The number of bytes before the headings: the line `sep=;` of spreadsheets. */
  readonly skippedBytes: number;
};

/** A line that only names the separator. A spreadsheet may have quoted it or filled it up with empty cells. */
const separatorLine = /^(?:"sep=([^\r\n"])"|sep=([^\r\n"]))[,;\t]*(?:\r\n|\r|\n|$)/i;

const separators = [',', ';', '\t'] as const;

/**
 * Reads the separator of a CSV file: the one that a line `sep=;` names, otherwise the one with which the headings have the required one.
 * @rule Imports and exports: Which encoding and separator does a CSV file have?
 * @param beginning the text of the file, at least up to the end of the headings
 * @param requiredHeading in lower case
 */
export function readSeparator(beginning: string, requiredHeading: string): SeparatorResult {
  const [line, quoted, plain] = separatorLine.exec(beginning) ?? [];
  const named = quoted ?? plain;
  if (line !== undefined && named !== undefined)
    return { separator: named, skippedBytes: Buffer.byteLength(line) };
  const candidates = separators.map((separator) => {
    const headings = readHeadings(beginning, separator);
    return { separator, width: headings.length, fits: headings.includes(requiredHeading) };
  });
  const fitting = candidates.filter(({ fits }) => fits);
  const [best] = (fitting.length === 0 ? candidates : fitting).toSorted(
    (one, other) => other.width - one.width,
  );
  return { separator: best?.separator ?? ',', skippedBytes: 0 };
}

/** Reads the headings with one separator, in lower case. @returns none if the text is not CSV with this separator */
function readHeadings(beginning: string, separator: string): readonly string[] {
  try {
    const rows = parse(beginning, {
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      to: 1,
    }) as readonly (readonly string[])[];
    return (rows[0] ?? []).map((heading) => heading.trim().toLowerCase());
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/** Whether a text has a complete line after the given number of lines. Line breaks in quotation marks are part of a cell. */
export function hasHeadings(beginning: string): boolean {
  const withoutQuoted = beginning.replaceAll(/"[^"]*(?:"|$)/g, '');
  const lines = withoutQuoted.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.length > (separatorLine.test(beginning) ? 2 : 1);
}
