import { CommandError } from '../../command-error.ts';
import type { CsvEncoding } from '../text-encoding.ts';
import type { TableFile } from './table-cell.ts';

type Opener = (file: string, options: OpenOptions) => Promise<TableFile>;

export type OpenOptions = {
  /** The encoding of CSV that the user has given. */
  readonly encoding: CsvEncoding | undefined;
  /** A heading that a CSV file should have. */
  readonly knownHeading: string | undefined;
};

/** By the extension of the file. Each format is loaded when it is needed. */
const openers: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  [
    'csv',
    async (file, { encoding, knownHeading }) =>
      (await import('./formats/read-csv-table.ts')).openCsv(file, encoding, knownHeading),
  ],
  ['xlsx', async (file) => (await import('./formats/xlsx/open-xlsx.ts')).openXlsx(file)],
  ['gpkg', async (file) => (await import('./formats/read-geopackage.ts')).openGeoPackage(file)],
  ['geojson', openGeoJson],
  ['json', openGeoJson],
  [
    'fgb',
    async (file) => (await import('./formats/flatgeobuf/read-flatgeobuf.ts')).openFlatGeobuf(file),
  ],
]);

async function openGeoJson(file: string): Promise<TableFile> {
  return (await import('./formats/read-geojson.ts')).openGeoJson(file);
}

/**
 * Opens a file of tables, whose format its extension says.
 * @throws CommandError `unknown_format`, and the errors of the formats
 */
export async function openTableFile(file: string, options: OpenOptions): Promise<TableFile> {
  const [, extension = ''] = /\.([^.]+?)(?:\.gz)?$/.exec(file.toLowerCase()) ?? [];
  const open = openers.get(extension);
  if (open !== undefined) return open(file, options);
  const message = `${file} is no table that can be read. Give a file that ends in .csv, .csv.gz, .xlsx, .gpkg, .geojson or .fgb.`;
  throw new CommandError('unknown_format', message);
}
