import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';

import { openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const problem = z.looseObject({ code: z.string(), detail: z.string() });

let service: TestService;

beforeAll(async () => {
  process.env['HDS_STREAM_MEGABYTES'] = '1';
  service = await openSampleService();
  await service.openToGuest();
  // 50 KB for each feature, so that all are too large for one response.
  await runStatement(
    service,
    `update feature
set properties = jsonb_build_object('note', repeat('n', 50000))`,
  );
});

afterAll(async () => {
  delete process.env['HDS_STREAM_MEGABYTES'];
  await service?.close();
});

it.each(['GET', 'HEAD', 'POST'])(
  'a response that is too large is rejected before the first byte, with advice: %s',
  async (method) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = method === 'POST' ? '{}' : null;
    const response = await service.fetch('/geojson', { method, headers, body });
    expect(response.status).toBe(413);
    if (method === 'HEAD') return;
    const { code, detail } = problem.parse(await response.json());
    expect(code).toBe('answer_too_large');
    for (const word of ['limit', 'cursor', 'export']) expect(detail).toContain(word);
  },
);

it('a response that is too large is also rejected with format=geojsonseq', async () => {
  expect((await service.fetch('/geojson?format=geojsonseq')).status).toBe(413);
});

it('a page of a result that is too large is returned', async () => {
  const response = await service.fetch('/geojson?limit=3');
  expect(response.status).toBe(200);
  expect(
    z.looseObject({ features: z.array(z.unknown()) }).parse(await response.json()).features.length,
  ).toBeGreaterThan(0);
});
