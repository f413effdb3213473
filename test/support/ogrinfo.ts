import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

function isInstalled(): boolean {
  try {
    execFileSync('ogrinfo', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('ogrinfo is not installed (Debian: gdal-bin): answers are not read by GDAL.');
    return false;
  }
}

/** Whether GDAL is here. */
export const hasOgrinfo = isInstalled();

/** How GDAL reads over HTTP. */
export type Reading = {
  /** The bytes that /vsicurl/ asks for at first. It takes ten times as many from a server that gives it no pieces. */
  readonly chunk?: number | undefined;
  /** Whether it takes answers that are compressed; /vsicurl/ never does. */
  readonly gzip?: boolean;
};

function environment({ chunk = 16_384, gzip = true }: Reading): NodeJS.ProcessEnv {
  return {
    ...process.env,
    CPL_VSIL_CURL_CHUNK_SIZE: String(chunk),
    CPL_CURL_GZIP: gzip ? 'YES' : 'NO',
  };
}

/**
 * How many features ogrinfo finds at an address.
 * @param source such as `/vsicurl/http://…`
 * @throws Error with its own words where it cannot read it
 */
export async function featuresByOgrinfo(source: string, reading: Reading = {}): Promise<string> {
  const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', source], {
    env: environment(reading),
  });
  return /^Feature Count: (\d+)$/m.exec(stdout)?.[1] ?? stdout;
}

/**
 * What ogr2ogr reads at an address, as one document of GeoJSON that it writes itself.
 * @throws Error with its own words where it cannot read it
 */
export async function readByOgr2ogr(source: string, reading: Reading = {}): Promise<unknown> {
  const parameters = ['-f', 'GeoJSON', '/vsistdout/', source, '-lco', 'COORDINATE_PRECISION=15'];
  const { stdout } = await run('ogr2ogr', parameters, {
    env: environment(reading),
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
