import type { StatementReader } from '../../../../lib/data-api/chunks.ts';
import { readPages, type PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import {
  pageBusinessRecords,
  pageGraphSource,
  type ExportedGraph,
} from '../queries/package-rows.ts';

/** The content of a file, which is read from the database as it is written. */
export type CountedText = {
  readonly parts: AsyncIterable<string> | Iterable<string>;
  /** The number of rows so far. */
  readonly count: () => number;
};

/** Returns the rows of a query as a text with one row a line. @param onPage gets the number of rows of each page */
export function readRowLines(
  snapshot: StatementReader,
  query: PagedStatement,
  onPage: (rows: number) => void = () => undefined,
): CountedText {
  return frameRows(snapshot, query, onPage, { begin: '', separator: '\n', end: '\n' });
}

/** Returns the text of a graph file. */
export function readGraphText(snapshot: StatementReader, graphId: string): CountedText {
  const frame = { begin: '{"graph": ', separator: '', end: '}\n' };
  return frameRows(snapshot, pageGraphSource(graphId), () => undefined, frame);
}

/** The text before, between and after the records of a file of business data. Each record is on a line of its own. */
export const businessDataFrame = {
  begin: '{"business_data": {"resources": [\n',
  separator: ',\n',
  end: '\n]}}\n',
} as const;

/** Returns the text of a file of business data with the records of a model. @param onPage gets the number of records of each page */
export function readBusinessDataText(
  snapshot: StatementReader,
  { graphId }: ExportedGraph,
  language: string,
  onPage: (records: number) => void,
): CountedText {
  return frameRows(snapshot, pageBusinessRecords(graphId, language), onPage, businessDataFrame);
}

type Frame = { readonly begin: string; readonly separator: string; readonly end: string };

function frameRows(
  snapshot: StatementReader,
  query: PagedStatement,
  onPage: (rows: number) => void,
  { begin, separator, end }: Frame,
): CountedText {
  let count = 0;
  async function* streamParts(): AsyncGenerator<string> {
    yield begin;
    for await (const items of readPages(snapshot, query, 1)) {
      yield (count === 0 ? '' : separator) + items.join(separator);
      count += items.length;
      onPage(items.length);
    }
    yield end;
  }
  return { parts: streamParts(), count: () => count };
}
