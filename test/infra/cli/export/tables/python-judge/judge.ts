import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { installPythonPrograms } from '../../../../../support/python-programs.ts';
import { readFeatures, type GdalFeature } from '../gdal.ts';

const run = promisify(execFile);

/**
 * Reads the rows of a file.
 * @param layer of the file, or sheet
 * @param box only what touches it: west, south, east, north
 */
export type TableJudge = (
  file: string,
  layer?: string,
  box?: readonly number[],
) => Promise<readonly GdalFeature[]>;

/** Installs geopandas with pyarrow and a present GDAL, and openpyxl, from PyPI. @returns undefined without Python or a network */
export async function installTableJudge(): Promise<TableJudge | undefined> {
  try {
    const requirements = path.join(import.meta.dirname, 'requirements.txt');
    const programs = await installPythonPrograms('table-judge', requirements);
    return async (file, layer, box) => {
      const words = [path.join(import.meta.dirname, 'judge.py'), file];
      const options = [layer ?? '', JSON.stringify(box ?? null)];
      const { stdout } = await run(path.join(programs, 'python'), [...words, ...options], {
        maxBuffer: 256 * 1024 * 1024,
      });
      return readFeatures(stdout);
    };
  } catch (error) {
    console.warn(`geopandas cannot be installed: ${String(error)}`);
    return undefined;
  }
}
