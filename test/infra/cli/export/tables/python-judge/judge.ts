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

/**
 * Installs geopandas with pyarrow and a present GDAL, openpyxl, and requests, from PyPI.
 * @returns the path of a Python with them; undefined without Python or a network
 */
export async function installPythonReaders(): Promise<string | undefined> {
  try {
    const requirements = path.join(import.meta.dirname, 'requirements.txt');
    return path.join(await installPythonPrograms('table-judge', requirements), 'python');
  } catch (error) {
    console.warn(`geopandas cannot be installed: ${String(error)}`);
    return undefined;
  }
}

/** @returns undefined without Python or a network */
export async function installTableJudge(): Promise<TableJudge | undefined> {
  const python = await installPythonReaders();
  if (python === undefined) return undefined;
  return async (file, layer, box) => {
    const script = path.join(import.meta.dirname, 'judge.py');
    const options = [layer ?? '', JSON.stringify(box ?? null)];
    const { stdout } = await run(python, [script, file, ...options], {
      maxBuffer: 256 * 1024 * 1024,
    });
    return readFeatures(stdout);
  };
}
