import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { restrictedNodegroups } from '../../../infra/local/sample/access.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const folder = path.join(import.meta.dirname, 'golden');

const goldenFile = z.array(
  z.strictObject({
    /** The title of the test: the rule of the specification that it checks. */
    title: z.string(),
    request: z.strictObject({
      path: z.string(),
      method: z.literal('POST').optional(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.string().optional(),
    }),
    answer: z
      .strictObject({
        status: z.number(),
        type: z.string(),
        link: z.string().optional(),
        /** The lines of the response. */
        lines: z.array(z.string()),
      })
      .nullable(),
  }),
);

type Golden = z.output<typeof goldenFile>[number];

const names = await Array.fromAsync(glob('*.json', { cwd: folder }));
const files = await Promise.all(
  names.toSorted().map(async (name) => {
    const text = await readFile(path.join(folder, name), 'utf8');
    return { name, cases: goldenFile.parse(JSON.parse(text)) };
  }),
);

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
  await service.stack.dataApi.write(denyNodegroupsToGroup('Guest', restrictedNodegroups));
});

afterAll(async () => service?.close());

/** Puts each feature on its own line, so that diffs are readable. */
function linesOf(text: string): string[] {
  return text
    .replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"')
    .replaceAll('{"type":"Feature",', '\n{"type":"Feature",')
    .split('\n');
}

async function answerTo({
  path: requestPath,
  ...init
}: Golden['request']): Promise<Golden['answer']> {
  const response = await service.fetch(requestPath, {
    ...(init.method && { method: init.method }),
    ...(init.headers && { headers: init.headers }),
    ...(init.body && { body: init.body }),
  });
  const link = response.headers.get('link');
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    ...(link === null ? {} : { link }),
    lines: linesOf(await response.text()),
  };
}

it.runIf(process.env['HDS_WRITE_GOLDEN'])('rewrites the golden files', async () => {
  expect(files.length).toBeGreaterThan(0);
  for (const { name, cases } of files) {
    for (const goldenCase of cases) goldenCase.answer = await answerTo(goldenCase.request);
    await writeFile(path.join(folder, name), `${JSON.stringify(cases, null, 2)}\n`);
  }
});

describe.each(files)('the golden file $name', ({ cases }) => {
  it.each(cases)('$title', async ({ request, answer }) => {
    expect(await answerTo(request)).toEqual(answer);
  });
});
