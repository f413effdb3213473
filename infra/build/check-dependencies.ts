import { readFile } from 'node:fs/promises';

import { findVulnerabilities, refusedLicences } from './dependencies.ts';

// `npm run check:dependencies` refuses licences that are not allowed, and shipped packages with known vulnerabilities.

const lock: unknown = JSON.parse(await readFile('package-lock.json', 'utf8'));
const licences = refusedLicences(lock);
const vulnerabilities = await findVulnerabilities();

if (vulnerabilities === undefined) {
  console.log('The npm registry does not answer an audit: vulnerabilities are not checked.');
}
const problems = [
  ...licences.map((line) => `licence not allowed: ${line}`),
  ...(vulnerabilities ?? []).map((line) => `known vulnerability: ${line}`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
