import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The properties file of the suite. It has no DOCTYPE, because the suite would fetch that. */
const properties = (landingPage: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<properties version="1.0">
  <entry key="iut">${landingPage}</entry>
  <entry key="noofcollections">-1</entry>
</properties>
`;

/**
 * Finds the jar of OGC's executable test suite.
 * @param jarOrFolder the jar, or its folder
 * @throws Error if there is no jar
 */
async function findJar(jarOrFolder: string): Promise<string> {
  if (!(await stat(jarOrFolder)).isDirectory()) return path.resolve(jarOrFolder);
  const [jar] = globSync('*.jar', { cwd: jarOrFolder });
  if (jar === undefined) throw new Error(`There is no jar in ${jarOrFolder}.`);
  return path.resolve(jarOrFolder, jar);
}

/**
 * Runs the suite against a service.
 * @param jarOrFolder the jar of the suite, or its folder
 * @param landingPage the URL of the landing page
 * @returns the results in EARL, as RDF/XML
 */
export async function runOgcSuite(jarOrFolder: string, landingPage: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ogc-suite-'));
  try {
    await writeFile(path.join(folder, 'props.xml'), properties(landingPage));
    const jar = await findJar(jarOrFolder);
    await run('java', ['-jar', jar, '-o', 'out', 'props.xml'], {
      cwd: folder,
      maxBuffer: 1 << 28,
    });
    const [results] = globSync('out/testng/*/earl-results.rdf', { cwd: folder });
    if (results === undefined) throw new Error('The suite has written no results.');
    return await readFile(path.join(folder, results), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
