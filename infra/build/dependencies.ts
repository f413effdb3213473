import { execFile } from 'node:child_process';

import * as z from 'zod';

/** The licences that are allowed for packages in the deployed functions. */
const shippedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
]);

/** The licences that are allowed for tools, which are not distributed. */
const toolLicences: ReadonlySet<string> = new Set([
  ...shippedLicences,
  'CC0-1.0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Zlib',
]);

/** The only packages with another licence that may be shipped: sharp, with libvips as a shared library that is not modified (docs/adr/101-pictures.md). */
const packagesOfSharp = /^node_modules\/@img\/sharp-[a-z0-9-]+$/;
const licencesOfSharp: ReadonlySet<string> = new Set([...shippedLicences, 'LGPL-3.0-or-later']);

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

/**
 * Lists the packages whose licence is not allowed.
 * @rule Imports and exports: Which licences may a package have?
 * @param lock the content of package-lock.json
 * @returns lines such as `node_modules/a: GPL-3.0`
 */
export function findRefusedLicences(lock: unknown): readonly string[] {
  const { packages } = lockSchema.parse(lock);
  return Object.entries(packages).flatMap(([name, { license = 'no licence', dev = false }]) => {
    const isRoot = name === '';
    return isRoot || isAllowed(license, licencesFor(name, dev)) ? [] : [`${name}: ${license}`];
  });
}

function licencesFor(name: string, dev: boolean): ReadonlySet<string> {
  if (packagesOfSharp.test(name)) return licencesOfSharp;
  return dev ? toolLicences : shippedLicences;
}

/** Evaluates an SPDX expression without nested parentheses. One part of an `OR` must be allowed, and all parts of an `AND`. */
function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((part) => part.split(' AND ').every((licence) => allowed.has(licence)));
}

const auditSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
});

/** Lists known vulnerabilities of the shipped packages, as lines of text. @returns undefined if the npm registry does not answer */
export async function findVulnerabilities(): Promise<readonly string[] | undefined> {
  const report = auditSchema.safeParse(await runAudit());
  return report.success
    ? Object.entries(report.data.vulnerabilities).map(
        ([name, { severity, range }]) => `${name} ${range}: ${severity}`,
      )
    : undefined;
}

function runAudit(): Promise<unknown> {
  const parameters = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
  return new Promise((resolve) => {
    // The error is ignored, because npm exits with 1 in both cases: vulnerabilities, or a registry that does not answer.
    execFile('npm', parameters, { timeout: 60_000 }, (_error, output) => {
      try {
        resolve(JSON.parse(output));
      } catch {
        resolve(undefined);
      }
    });
  });
}
