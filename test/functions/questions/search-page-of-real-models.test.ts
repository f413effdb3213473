import { afterEach, describe, expect, it } from 'vitest';

import { queryColumn } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { findTestData } from '../../support/test-data.ts';
import { browserAccept } from '../pages/data-pages.ts';

const contents = (['v5demo', 'sample'] as const).filter(
  (content) => content === 'sample' || findTestData('v5demo') !== undefined,
);

let service: TestService | undefined;

afterEach(async () => service?.close());

describe('the page of a search', () => {
  it.each(contents)('has fields for each model of %s', async (content) => {
    service = await openTestService(content);
    await service.openToGuest();
    const graphs = await queryColumn(
      service,
      `select distinct r.graph_id::text from resource r order by 1`,
    );
    const pages: (readonly [graph: string, status: number, fields: boolean])[] = [];
    for (const graph of graphs) {
      const response = await service.fetch(`/search?graph=${graph}&period=1900`, {
        headers: { accept: browserAccept },
      });
      pages.push([graph, response.status, (await response.text()).includes('name="node.')]);
    }
    expect(pages).toEqual(graphs.map((graph) => [graph, 200, true]));
    expect(graphs.length).toBeGreaterThan(2);
  });
});
