import type { Caller } from '../../model/accounts/caller.ts';
import { listExportedNodes } from '../../queries/former-search/exported-nodes.ts';
import { writeGeometry } from '../../model/geojson/write-geometry.ts';
import { datatypeOf } from '../../model/datatypes/registry.ts';
import {
  idColumn,
  nameColumns,
  namesOfColumns,
  type ExportColumn,
} from '../../serializers/former-search/export-columns.ts';
import { abortTextOfTable, writeTable } from '../../serializers/resources/write-table.ts';
import { formatCell } from '../../serializers/tables/csv.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { documentResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { readExportRecords, type ExportRecord } from './export-records.ts';
import { refuse } from './json-parameter.ts';
import { readSearch } from './read-search.ts';
import { requestedLanguages } from './requested-languages.ts';
import { resolveSearch } from './resolve-search.ts';
import type { ExportParameters, SearchParameters } from './search-parameters.ts';

type ExportRequest = {
  readonly parameters: SearchParameters & ExportParameters;
  readonly caller: Caller;
  readonly languages: readonly string[];
};

const defaultPrecision = 5;

/**
 * Responds with all resource instances of a search, which are read while they are sent: features with `format=geojson`, otherwise a table.
 * Every reader may export. `total` and `email` do not count.
 * @rule Searching by values: What do the reference platform's exports have?
 * @throws InvalidInput for another format
 */
export async function formerExportResponse(
  { parameters, caller, languages: accepted }: ExportRequest,
  { dataApi, read }: Pick<DataHandlerContext, 'dataApi' | 'read'>,
  defaultFormat: 'geojson' | 'tilecsv',
): Promise<HttpResponse> {
  const format = parameters.format ?? defaultFormat;
  if (format !== 'geojson' && format !== 'tilecsv') {
    refuse('format', 'must be geojson or tilecsv. Others are not available.');
  }
  const languages = requestedLanguages(parameters.lang, accepted);
  const question = await resolveSearch(readSearch(parameters), caller, { read });
  const columns = nameColumns(await read(listExportedNodes(caller, 'exportable')), languages);
  const records = readExportRecords({ question, columns, caller, languages }, { dataApi, read });
  const isFeatures = format === 'geojson';
  const body = isFeatures
    ? writeFeatures(records, columns, readPrecision(parameters.precision))
    : writeTable(records, namesOfColumns(columns, question), idColumn);
  return {
    ...withHeaders(documentResponse(isFeatures ? 'application/geo+json' : 'text/csv', body), {
      Vary: 'Accept-Language',
    }),
    // A collection without its end is no JSON.
    abortText: isFeatures ? '' : abortTextOfTable,
  };
}

function readPrecision(text: string | undefined): number {
  const precision = text === undefined ? defaultPrecision : Number(text);
  if (Number.isInteger(precision) && precision >= 0 && precision <= 15) return precision;
  return refuse('precision', 'must be a number of digits from 0 to 15.');
}

const isGeometry = ({ node }: ExportColumn): boolean =>
  datatypeOf(node.datatype).holds === 'geometry';

async function* writeFeatures(
  records: AsyncIterable<readonly ExportRecord[]>,
  columns: readonly ExportColumn[],
  precision: number,
): AsyncGenerator<string> {
  const columnsByGraph = Map.groupBy(
    columns.filter((column) => !isGeometry(column)),
    ({ node }) => node.graphId,
  );
  let text = '{"type":"FeatureCollection","features":[';
  let separator = '';
  for await (const chunk of records) {
    for (const { resourceId, graphId, cells, geometries } of chunk) {
      const properties = {
        ...Object.fromEntries(
          (columnsByGraph.get(graphId) ?? []).map(({ name }) => [
            name,
            formatCell(cells.get(name) ?? null) || null,
          ]),
        ),
        [idColumn]: resourceId,
      };
      const features = geometries.flatMap((geometry) => geometry.features);
      for (const [index, { geometry }] of features.entries()) {
        const id = index === 0 ? resourceId : `${resourceId}-${index + 1}`;
        const written = writeGeometry(JSON.stringify(geometry), {
          precision,
          followsRfc7946: false,
          crs: 'CRS84',
        });
        text += `${separator}{"type":"Feature","id":"${id}","geometry":${written},"properties":${JSON.stringify(properties)}}`;
        separator = ',';
      }
    }
    yield text;
    text = '';
  }
  yield `${text}]}`;
}
