import { existsSync } from 'node:fs';
import path from 'node:path';

/** Finds the absolute path of a file or folder of the real data in HDS_TEST_DATA. If it is missing, prints a warning and returns undefined. */
export function findTestData(name: string): string | undefined {
  const root = process.env['HDS_TEST_DATA'];
  if (root === undefined || root === '') {
    console.warn(`HDS_TEST_DATA is not set: tests on ${name} are skipped.`);
    return undefined;
  }
  const file = path.resolve(root, name);
  if (existsSync(file)) return file;
  console.warn(`${name} is not in HDS_TEST_DATA: tests on it are skipped.`);
  return undefined;
}
