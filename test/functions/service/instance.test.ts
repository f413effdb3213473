import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';

import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { browserAccept, sampleIds } from '../pages/data-pages.ts';

const licence = 'https://creativecommons.org/licenses/by/4.0/';
const record = `/resources/${sampleIds.resource_instance_id}`;

let service: TestService;

beforeAll(async () => {
  vi.stubEnv('HDS_TITLE', 'Heritage of the <North>');
  vi.stubEnv('HDS_DESCRIPTION', 'Everything that stands.');
  vi.stubEnv('HDS_LOGO', 'https://images.example/logo.svg');
  vi.stubEnv('HDS_LICENCE', licence);
  vi.stubEnv('HDS_CONTACT', 'records@example.org');
  vi.stubEnv('HDS_FOOTER', 'Kept by the county');
  service = await openSampleService();
  await service.openToGuest();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await service?.close();
});

describe('the settings that describe an instance', () => {
  it.each(['/', record, '/no/such/page'])('are on each page: %s', async (path) => {
    const response = await service.fetch(path, { headers: { accept: browserAccept } });
    const page = await response.text();
    for (const text of [
      'Heritage of the &lt;North&gt;</title>',
      '<img src="https://images.example/logo.svg" alt="" />',
      'Kept by the county',
      `rel="license" href="${licence}"`,
      'href="mailto:records@example.org"',
    ]) {
      expect(page).toContain(text);
    }
    expect(response.headers.get('content-security-policy')).toMatch(
      /img-src [^;]*https:\/\/images\.example(;|$)/,
    );
  });

  it.each([
    `${record}?format=json-ld`,
    `${record}?format=json`,
    '/resources/?format=csv',
    '/resources/?format=results&q=wall',
    '/ogc/collections/heritage-place/items',
  ])('state the licence of data: %s', async (path) => {
    const response = await service.fetch(path);
    expect([response.status, response.headers.get('link')]).toEqual([
      200,
      expect.stringContaining(`<${licence}>; rel="license"`),
    ]);
  });

  it('are in the descriptions for programs', async () => {
    const info = z.object({ info: z.looseObject({}) });
    for (const path of ['/openapi.json', '/ogc/api']) {
      expect(info.parse(await service.fetchJson(path)).info).toMatchObject({
        title: 'Heritage of the <North>',
        license: { url: licence },
        contact: { email: 'records@example.org' },
      });
    }
    for (const path of ['/', '/ogc']) {
      expect(await service.fetchJson(path)).toMatchObject({
        title: 'Heritage of the <North>',
        description: 'Everything that stands.',
        links: expect.arrayContaining([expect.objectContaining({ rel: 'license', href: licence })]),
      });
    }
  });
});
