import path from 'node:path';

import { installPythonPrograms } from '../../../support/python-programs.ts';

/**
 * Installs the judges of the templates. `.ci/run` does so before the tests.
 * @returns the folder of their programs, or undefined without Python or a network
 */
export async function installJudges(): Promise<string | undefined> {
  try {
    const requirements = path.join(import.meta.dirname, 'requirements.txt');
    return await installPythonPrograms('aws-judges', requirements);
  } catch (error) {
    console.warn(`The judges of the templates are not here: ${String(error)}`);
    return undefined;
  }
}
