import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The absolute path of a file or folder of the real data that HDS_TEST_DATA points to, or undefined where it is not there:
 * tests that need it skip, and say so once.
 */
export function testDataPath(name: string): string | undefined {
  const root = process.env['HDS_TEST_DATA'];
  if (root === undefined || root === '') {
    console.warn(`HDS_TEST_DATA is not set: tests on ${name} are skipped.`);
    return undefined;
  }
  const found = path.resolve(root, name);
  if (existsSync(found)) return found;
  console.warn(`${name} is not in HDS_TEST_DATA: tests on it are skipped.`);
  return undefined;
}
