import path from 'node:path';

import { installPythonPrograms } from '../../../support/python-programs.ts';

/**
 * Installs the programs that check the templates. `.ci/run` does so before the tests.
 * @returns the folder of the programs, or undefined without Python or a network
 */
export async function installTemplateCheckers(): Promise<string | undefined> {
  try {
    const requirements = path.join(import.meta.dirname, 'requirements.txt');
    return await installPythonPrograms('aws-judges', requirements);
  } catch (error) {
    console.warn(`The programs that check the templates cannot be installed: ${String(error)}`);
    return undefined;
  }
}
