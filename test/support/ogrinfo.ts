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

/**
 * How many features ogrinfo finds at an address.
 * @param source such as `/vsicurl/http://…`
 * @param chunk the bytes that /vsicurl/ asks for at first. It takes ten times as many from a server that gives it no pieces
 * @throws Error with its own words where it cannot read it
 */
export async function featuresByOgrinfo(source: string, chunk = 16_384): Promise<string> {
  const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', source], {
    env: { ...process.env, CPL_VSIL_CURL_CHUNK_SIZE: String(chunk) },
  });
  return /^Feature Count: (\d+)$/m.exec(stdout)?.[1] ?? stdout;
}
