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
  // Of as many tiles, so that pages part them.
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
  'what is stored of more than can be sent is refused before the first byte, and the refusal tells what to do: %s',
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

it('what is too large is refused in lines, too', async () => {
  expect((await service.fetch('/geojson?format=geojsonseq')).status).toBe(413);
});

it('a page of what is too large is given', async () => {
  const response = await service.fetch('/geojson?limit=3');
  expect(response.status).toBe(200);
  expect(
    z.looseObject({ features: z.array(z.unknown()) }).parse(await response.json()).features.length,
  ).toBeGreaterThan(0);
});
