import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import * as z from 'zod';

import { installPythonPrograms } from '../../../support/python-programs.ts';

const run = promisify(execFile);

/** Reads a manifest with iiif-prezi3, and prints what it has read. */
const manifestScript = `
import json, sys
from iiif_prezi3 import Manifest
manifest = Manifest(**json.load(sys.stdin))
print(json.dumps([canvas.id for canvas in manifest.items]))
`;

/** The tests of level 0, and of headers, but for the one that needs the picture of the validator. */
const level0Tests = ['info_json', 'id_basic', 'format_jpg', 'size_nofull', 'cors', 'jsonld'];

export type IiifJudge = {
  /** What iiif-validator reports of a picture by the Image API 3.0. @throws Error with the report if a test fails */
  readonly validateImage: (server: URL, prefix: string, id: string) => Promise<string>;
  /** The ids of the canvases of a manifest. @throws Error for what is no manifest */
  readonly readManifest: (manifest: string) => Promise<readonly string[]>;
};

/** Installs the validator of IIIF and a reader of manifests from PyPI. @returns undefined without Python or a network */
export async function installIiifJudge(): Promise<IiifJudge | undefined> {
  try {
    const requirements = path.join(import.meta.dirname, 'requirements.txt');
    const programs = await installPythonPrograms('iiif-judge', requirements);
    const python = path.join(programs, 'python');
    return {
      validateImage: async (server, prefix, id) => {
        const options = ['-s', server.host, '-p', prefix, '-i', id, '--version=3.0', '-v'];
        const tests = level0Tests.map((name) => `--test=${name}`);
        const validator = path.join(programs, 'iiif-validate.py');
        const { stdout, stderr } = await run(python, [validator, ...options, ...tests]);
        return `${stdout}${stderr}`;
      },
      readManifest: async (manifest) => {
        const reading = run(python, ['-c', manifestScript]);
        reading.child.stdin?.end(manifest);
        return z.array(z.string()).parse(JSON.parse((await reading).stdout));
      },
    };
  } catch (error) {
    console.warn(`The judges of IIIF cannot be installed: ${String(error)}`);
    return undefined;
  }
}
