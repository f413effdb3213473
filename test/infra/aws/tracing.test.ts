import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { packageTemplate, readTemplate, type Template } from '../../../infra/aws/packaging.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

const functionSchema = z.object({
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }),
  TracingConfig: z.object({ Mode: z.string() }).optional(),
});

/** For each function: its tracing mode, and whether its role may send traces. */
function tracingOf({ Resources: resources }: Template) {
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Lambda::Function')
    .map(({ Properties }) => {
      const { Role: role, TracingConfig: config } = functionSchema.parse(Properties);
      const [roleName] = role['Fn::GetAtt'];
      const policies = JSON.stringify(resources[roleName]?.Properties?.['Policies']);
      return { mode: config?.Mode, maySend: policies.includes('xray:PutTraceSegments') };
    });
}

/** The templates by the value of HDS_TRACING. */
let templates: { readonly unset: Template; readonly on: Template };

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'traced-'));
  const file = path.join(folder, 'template.json');
  vi.stubEnv('HDS_TRACING', 'on');
  await packageTemplate(file, 'traced').finally(() => vi.unstubAllEnvs());
  templates = { unset: await loadTemplate(), on: await readTemplate(file) };
  await rm(folder, { recursive: true });
});

describe('traces', () => {
  it('are off by default, and then no role may send any', () => {
    const functions = tracingOf(templates.unset);
    expect(functions.length).toBeGreaterThan(50);
    expect(new Set(functions.map(({ mode, maySend }) => `${mode} ${maySend}`))).toEqual(
      new Set(['undefined false']),
    );
  });

  it('are sent by every function with HDS_TRACING=on', () => {
    const functions = tracingOf(templates.on);
    expect(functions.length).toBeGreaterThan(50);
    expect(new Set(functions.map(({ mode, maySend }) => `${mode} ${maySend}`))).toEqual(
      new Set(['Active true']),
    );
  });
});
