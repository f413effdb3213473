import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { browserAccept } from '../pages/data-pages.ts';
import {
  nodeOf,
  oak,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
} from '../writing/every-datatype.ts';
import type { Mills } from '../writing/mills.ts';
import { openMillsWith } from '../writing/mills-with-model.ts';

let mills: Mills;

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from resource_grant');
  await runStatement(mills.service, 'update account_group set can_read = true');
});

afterAll(async () => mills?.service.close());

const path = `/rdm/concepts/${oak.conceptId}/resources`;

/** Stores specimens that use oak twice, with ids that end with the numbers from 1 on. */
const placeSpecimens = (count: number): Promise<void> =>
  runStatement(
    mills.service,
    `with placed as (
  insert into resource (resource_id, graph_id)
  select ('${id(0).slice(0, -6)}' || 700000 + n)::uuid, '${specimen.graphid}'
  from generate_series(1, ${count}) n
  returning resource_id
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select gen_random_uuid(), p.resource_id, '${nodeOf('concept')}', '{"${nodeOf('concept')}": "${oak.valueId}"}'
from placed p
cross join generate_series(1, 2)`,
  );

async function readPage(address: string) {
  const response = await mills.service.fetch(address);
  expect(response.status).toBe(200);
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return {
    document: Object(await response.json()) as unknown,
    next: next?.replace(baseUrl, ''),
  };
}

const idOf = (number: number): string => `${id(0).slice(0, -6)}${700_000 + number}`;

describe('GET /rdm/concepts/{id}/resources', () => {
  it('has the URIs of the records that use the concept, as a container like that of GET /resources/', async () => {
    await mills.writers.reviewer.sendRequest('PUT', specimenPath, {
      tiles: [specimenTile('concept', oak.valueId)],
    });
    expect((await readPage(path)).document).toEqual({
      '@context': 'https://www.w3.org/ns/ldp/',
      '@id': '',
      '@type': 'ldp:BasicContainer',
      'ldp:contains': [`${baseUrl}/resources/${specimenId}`],
    });
  });

  it('has names and models with format=results', async () => {
    await placeSpecimens(1);
    expect((await readPage(`${path}?format=results`)).document).toEqual([
      {
        id: idOf(1),
        uri: `${baseUrl}/resources/${idOf(1)}`,
        name: null,
        model: { id: specimen.graphid, slug: 'specimen', name: expect.any(String) },
      },
    ]);
  });

  it('has each record once, page after page', async () => {
    await placeSpecimens(5);
    const uris: unknown[] = [];
    let pageCount = 0;
    for (let next: string | undefined = `${path}?limit=2`; next !== undefined; pageCount += 1) {
      const page = await readPage(next);
      const { 'ldp:contains': contained } = Object(page.document) as {
        readonly 'ldp:contains': readonly string[];
      };
      uris.push(...contained);
      next = page.next;
    }
    expect(pageCount).toBe(3);
    expect(uris).toEqual([1, 2, 3, 4, 5].map((number) => `${baseUrl}/resources/${idOf(number)}`));
  });

  it('is 404 for an unknown concept, and 400 for a cursor of another list', async () => {
    expect((await mills.service.fetch(`/rdm/concepts/${id(9999)}/resources`)).status).toBe(404);
    expect((await mills.service.fetch(`${path}?cursor=AAAA`)).status).toBe(400);
  });

  it('is a page for people, to which the page of the concept leads if it does not list all', async () => {
    await placeSpecimens(21);
    const open = async (address: string): Promise<string> => {
      const response = await mills.service.fetch(address, { headers: { accept: browserAccept } });
      return response.text();
    };
    expect(await open(`/rdm/concepts/${oak.conceptId}`)).toContain(`href="${path}"`);
    const page = await open(path);
    expect(page).toContain('Records that use');
    expect(page.split(/href="\/resources\/[\da-f]/)).toHaveLength(22);
  });
});
