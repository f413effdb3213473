import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { assetNames } from '../../../lib/pages/layout/asset-names.generated.ts';
import { sql, uuid } from '../../../lib/data-api/sql.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { browserAccept, sampleIds } from './data-pages.ts';
import { hostileTexts, marker, writeText } from './hostile-record.ts';

const record = `/resources/${sampleIds.resource_instance_id}`;

let service: TestService;

beforeAll(async () => {
  service = await openSampleService();
  await service.openToGuest();
});

afterAll(async () => service?.close());

describe('the page of a record with hostile texts', () => {
  it.each(hostileTexts.map((text) => [text.slice(0, 60), text]))(
    'runs nothing: %s',
    async (_title, text) => {
      await writeText(service, text);
      const response = await service.fetch(record, { headers: { accept: browserAccept } });
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(page).toContain(marker);
      const scripts = [...page.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
      expect(scripts).toEqual([
        `<script type="module" src="/assets/${assetNames.map}">`,
        '<script type="application/ld+json">',
        '<script>',
      ]);
      // Texts within quoted attributes are no attributes.
      expect(page.replaceAll(/="[^"]*"/g, '=')).not.toMatch(/<[a-z][^<>]*\son[a-z]+\s*=/i);
      expect(page).not.toMatch(/(?:href|src)="\s*javascript:/i);
      const [, data = ''] =
        /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(page) ?? [];
      expect(JSON.parse(data)).toMatchObject({ '@type': 'Thing', name: text });
    },
  );

  it('is not shown in a frame, and loads only pictures from another host, that of the files', async () => {
    const { headers } = await service.fetch(record, { headers: { accept: browserAccept } });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    const directives = policy.split('; ');
    const isOfImages = (directive: string): boolean => directive.startsWith('img-src');
    const images = directives.find(isOfImages) ?? '';
    const others = directives.filter((directive) => !isOfImages(directive));
    expect(images.match(/https?:\S+/g)).toEqual(['http://files.test']);
    expect(others.join('; ')).not.toMatch(/https?:|\*|unsafe/);
  });
});

describe('the page of a record with many empty tiles', () => {
  const readHeadings = async (): Promise<readonly string[]> => {
    const response = await service.fetch(record, { headers: { accept: browserAccept } });
    return (await response.text()).match(/<h2.*<\/h2>/g) ?? [];
  };

  it('shows the cards whose tiles with values come behind them', async () => {
    const headings = await readHeadings();
    await service.stack.dataApi
      .write(sql`insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data)
select gen_random_uuid(), t.resource_id, t.nodegroup_id, t.parent_tile_id, -n, '{}'
from tile t
cross join generate_series(1, 101) n
where t.resource_id = ${uuid(sampleIds.resource_instance_id)}`);
    expect(headings.length).toBeGreaterThan(3);
    expect(await readHeadings()).toEqual(headings);
  });
});
