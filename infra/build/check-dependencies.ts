import { readFile } from 'node:fs/promises';

import { findVulnerabilities, findRefusedLicences } from './dependencies.ts';

// `npm run check:dependencies` fails if a package has a licence that is not allowed, or a shipped package has a known vulnerability.

const lock: unknown = JSON.parse(await readFile('package-lock.json', 'utf8'));
const licences = findRefusedLicences(lock);
const vulnerabilities = await findVulnerabilities();

if (vulnerabilities === undefined) {
  console.log(
    'The npm registry does not answer, so vulnerabilities were not checked. Run it again later.',
  );
}
const problems = [
  ...licences.map((line) => `licence not allowed: ${line}`),
  ...(vulnerabilities ?? []).map((line) => `known vulnerability: ${line}`),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
