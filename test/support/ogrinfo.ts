import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

function isInstalled(): boolean {
  try {
    execFileSync('ogrinfo', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('ogrinfo is not installed (Debian: gdal-bin): tests with GDAL are skipped.');
    return false;
  }
}

/** Whether GDAL is installed. */
export const hasOgrinfo = isInstalled();

/** Options for GDAL over HTTP. */
export type OgrReadOptions = {
  /** The number of bytes that /vsicurl/ requests first; ten times that number if the server does not support ranges. */
  readonly chunk?: number | undefined;
  /** Whether GDAL accepts compressed answers; /vsicurl/ never does. */
  readonly gzip?: boolean;
};

function createEnvironment({ chunk = 16_384, gzip = true }: OgrReadOptions): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CPL_VSIL_CURL_CHUNK_SIZE: String(chunk),
    CPL_CURL_GZIP: gzip ? 'YES' : 'NO',
  };
}

/**
 * Counts the features that ogrinfo reads at an address.
 * @param source such as `/vsicurl/http://…`
 * @throws Error with the message of ogrinfo
 */
export async function countFeaturesWithOgrinfo(
  source: string,
  options: OgrReadOptions = {},
): Promise<string> {
  const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', source], {
    env: createEnvironment(options),
  });
  return /^Feature Count: (\d+)$/m.exec(stdout)?.[1] ?? stdout;
}

/**
 * Reads an address with ogr2ogr as GeoJSON.
 * @throws Error with the message of ogr2ogr
 */
export async function readWithOgr2ogr(
  source: string,
  options: OgrReadOptions = {},
): Promise<unknown> {
  const parameters = ['-f', 'GeoJSON', '/vsistdout/', source, '-lco', 'COORDINATE_PRECISION=15'];
  const { stdout } = await run('ogr2ogr', parameters, {
    env: createEnvironment(options),
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

/** A layer as GDAL describes it. */
export type OgrLayer = {
  readonly name: string;
  /** Such as `Multi Point`. */
  readonly geometry: string;
  /** West, south, east, north; undefined for a layer without features. */
  readonly extent: readonly number[] | undefined;
  readonly count: number;
  /** The EPSG code of its coordinate reference system. */
  readonly srid: number | undefined;
  /** The names of its fields without the geometry column, in their order. */
  readonly fields: readonly string[];
};

function postgresSource(url: string): string {
  const { hostname, port, username, password, pathname } = new URL(url);
  return `PG:host=${hostname} port=${port} user=${username} password=${password} dbname=${pathname.slice(1)}`;
}

/**
 * Lists the sorted names of all layers that ogrinfo finds in a PostGIS database. A name includes its schema if that is not public.
 * @param url with username and password
 */
export async function listLayersWithOgrinfo(url: string): Promise<readonly string[]> {
  const { stdout } = await run('ogrinfo', ['-ro', postgresSource(url)]);
  return [...stdout.matchAll(/^\d+: (\S+)/gm)].map(([, name = '']) => name).toSorted();
}

/**
 * Reads the layers of a schema of a PostGIS database with ogrinfo, in the order of their names.
 * @param url with username and password
 * @throws Error with the message of ogrinfo
 */
export async function readLayersWithOgrinfo(
  url: string,
  schema: string,
): Promise<readonly OgrLayer[]> {
  const source = `${postgresSource(url)} schemas=${schema}`;
  const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', source]);
  return stdout
    .split(/^Layer name: /m)
    .slice(1)
    .map(parseLayer)
    .toSorted((first, second) => (first.name < second.name ? -1 : 1));
}

function parseLayer(text: string): OgrLayer {
  const [name = ''] = text.split('\n');
  const matchText = (pattern: RegExp): string | undefined => pattern.exec(text)?.[1];
  const extent = /^Extent: \(([-\d.]+), ([-\d.]+)\) - \(([-\d.]+), ([-\d.]+)\)$/m.exec(text);
  const srid = matchText(/ID\["EPSG",(\d+)\]\]\nData axis/);
  return {
    // The name begins with its schema if that is not the schema of the session.
    name: name.slice(name.indexOf('.') + 1),
    geometry: matchText(/^Geometry: (.+)$/m) ?? '',
    extent: extent?.slice(1).map(Number),
    count: Number(matchText(/^Feature Count: (\d+)$/m)),
    srid: srid === undefined ? undefined : Number(srid),
    fields: [...text.matchAll(/^(\w+): (?:String|Integer|Integer64|Real)\b.*\)$/gm)].map(
      ([, field = '']) => field,
    ),
  };
}
