/** A line of a table: the texts of a resource instance by the names of columns; only those with a value. */
export type TableRecord = {
  readonly resourceId: string;
  readonly texts: ReadonlyMap<string, string>;
};

/** What a table ends with if it could not be written to its end: its last line would look complete otherwise. */
export const abortTextOfTable = '"incomplete';

/**
 * Writes a table of resource instances (CSV, RFC 4180): a line with the names of the columns, then one for each resource instance. The column of
 * ids is the last.
 * @param names of the columns, apart from that of the ids
 */
export async function* writeTable(
  records: AsyncIterable<readonly TableRecord[]>,
  names: readonly string[],
  idColumn: string,
): AsyncGenerator<string> {
  let text = writeLine([...names, idColumn]);
  for await (const chunk of records) {
    text += chunk
      .map(({ resourceId, texts }) =>
        writeLine([...names.map((name) => texts.get(name) ?? ''), resourceId]),
      )
      .join('');
    yield text;
    text = '';
  }
  yield text;
}

const writeLine = (cells: readonly string[]): string => `${cells.map(writeCell).join(',')}\r\n`;

/** Writes a cell. One that a spreadsheet would compute gets an apostrophe. */
function writeCell(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
