import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { loadPackagedService } from '../../../gateway/emulator/load-packaged-service.ts';
import {
  acceptedLintFindings,
  acceptedPolicyFindings,
  type AcceptedFinding,
} from './accepted-findings.ts';
import { installTemplateCheckers } from './programs.ts';

const programFolder = await installTemplateCheckers();

type Finding = { readonly rule: string; readonly resource: string; readonly message: string };

/** Runs a program, which fails with JSON on stdout if it has findings. @returns that JSON */
async function runForJson(program: string, words: readonly string[]): Promise<unknown> {
  const options = { maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(
    path.join(programFolder ?? '', program),
    words,
    options,
  ).catch((error: unknown) => z.looseObject({ stdout: z.string() }).parse(error));
  return JSON.parse(stdout);
}

const lintSchema = z.array(
  z.looseObject({
    Rule: z.looseObject({ Id: z.string() }),
    Message: z.string(),
    Location: z.looseObject({ Path: z.array(z.union([z.string(), z.number()])).nullish() }),
  }),
);

async function lint(files: readonly string[]): Promise<readonly Finding[]> {
  const words = ['--format', 'json', '--regions', 'eu-west-1', 'us-east-1', '--', ...files];
  return lintSchema.parse(await runForJson('cfn-lint', words)).map((finding) => ({
    rule: finding.Rule.Id,
    resource: (finding.Location.Path ?? []).join('/'),
    message: finding.Message,
  }));
}

const checkSchema = z.looseObject({
  check_id: z.string(),
  check_name: z.string(),
  resource: z.string(),
});
const reportSchema = z.looseObject({
  results: z.looseObject({ failed_checks: z.array(checkSchema) }),
  summary: z.looseObject({ parsing_errors: z.literal(0), resource_count: z.number() }),
});

async function checkPolicies(files: readonly string[]): Promise<z.output<typeof reportSchema>> {
  const words = [
    '--framework',
    'cloudformation',
    '--skip-download',
    '--compact',
    '--quiet',
    '--output',
    'json',
  ];
  return reportSchema.parse(await runForJson('checkov', [...words, '--file', ...files]));
}

const listUnacceptedFindings = (
  findings: readonly Finding[],
  accepted: Readonly<Record<string, AcceptedFinding>>,
): readonly Finding[] =>
  findings.filter(({ rule, resource }) => accepted[rule]?.resources.test(resource) !== true);

const listUnusedAcceptances = (
  findings: readonly Finding[],
  accepted: Readonly<Record<string, AcceptedFinding>>,
): readonly string[] =>
  Object.keys(accepted).filter((rule) => findings.every((finding) => finding.rule !== rule));

describe.skipIf(programFolder === undefined)('the packaged templates', () => {
  it(
    'have no error of cfn-lint, and no warning without a reason',
    { timeout: 240_000 },
    async () => {
      const { templateFiles } = await loadPackagedService();
      expect(templateFiles.length).toBeGreaterThanOrEqual(4);
      const findings = await lint(templateFiles);
      expect(listUnacceptedFindings(findings, acceptedLintFindings)).toEqual([]);
      expect(listUnusedAcceptances(findings, acceptedLintFindings)).toEqual([]);
      expect(Object.keys(acceptedLintFindings).filter((rule) => rule.startsWith('E'))).toEqual([]);
    },
  );

  it('break no rule of checkov without a reason', { timeout: 240_000 }, async () => {
    const { templateFiles, template } = await loadPackagedService();
    const { results, summary } = await checkPolicies(templateFiles);
    const findings = results.failed_checks.map((check) => ({
      rule: check.check_id,
      resource: check.resource,
      message: check.check_name,
    }));
    expect(summary.resource_count).toBeGreaterThan(Object.keys(template.Resources).length);
    expect(listUnacceptedFindings(findings, acceptedPolicyFindings)).toEqual([]);
    expect(listUnusedAcceptances(findings, acceptedPolicyFindings)).toEqual([]);
  });
});
