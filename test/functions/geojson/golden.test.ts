import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { restrictedNodegroups } from '../../../infra/local/sample/access.ts';
import { denyNodegroupsToGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const folder = path.join(import.meta.dirname, 'golden');

const requestsSchema = z.array(
  z.strictObject({
    /** The title of the test: the rule of the specification that it checks. */
    title: z.string(),
    request: z.strictObject({
      path: z.string(),
      method: z.literal('POST').optional(),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.string().optional(),
    }),
  }),
);

const answerSchema = z.strictObject({
  status: z.number(),
  type: z.string(),
  link: z.string().optional(),
  /** The lines of the response. */
  lines: z.array(z.string()),
});

type GoldenRequest = z.output<typeof requestsSchema>[number]['request'];
type GoldenAnswer = z.output<typeof answerSchema>;

/** Reads a file of JSON in the folder. */
async function readJson<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')));
}

const names = await readdir(folder);
const requestsNames = names.filter((name) => /^[^.]+\.json$/.test(name)).toSorted();
const files = await Promise.all(
  requestsNames.map(async (name) => {
    const answersName = name.replace('.json', '.generated.json');
    return {
      name,
      answersName,
      cases: await readJson(name, requestsSchema),
      answers: names.includes(answersName)
        ? await readJson(answersName, z.record(z.string(), answerSchema))
        : {},
    };
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

async function answerTo({ path: requestPath, ...init }: GoldenRequest): Promise<GoldenAnswer> {
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

it.runIf(process.env['HDS_WRITE_GOLDEN'])('rewrites the golden answers', async () => {
  expect(files.length).toBeGreaterThan(0);
  for (const { answersName, cases } of files) {
    const answers: Record<string, GoldenAnswer> = {};
    for (const { title, request } of cases) answers[title] = await answerTo(request);
    await writeFile(path.join(folder, answersName), `${JSON.stringify(answers, null, 1)}\n`);
  }
});

describe.each(files)('the golden file $name', ({ cases, answers }) => {
  it.each(cases)('$title', async ({ title, request }) => {
    expect(await answerTo(request)).toEqual(answers[title]);
  });

  it('has a different title for each request, and no other answers', () => {
    const titles = cases.map(({ title }) => title);
    expect(Object.keys(answers).toSorted()).toEqual(titles.toSorted());
  });
});
