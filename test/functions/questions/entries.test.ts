import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { runStatement } from '../../support/sample.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { createWriters, type TestWriter } from '../writing/writers.ts';
import { nextPath } from './next-path.ts';
import {
  buildingGraph,
  buildingModel,
  buildingThesaurus,
  nodes,
  options,
  values,
} from './building-model.ts';
import { buildingId } from './random-buildings.ts';

const emptyRecords = 20_500;
const last = 'ffffffff-ffff-4fff-8fff-ffffffffffff';

let service: TestService;
let administrator: TestWriter;

const phaseTile = (resourceId: string, tileId: string, data: Record<string, unknown>) => ({
  tileid: tileId,
  resourceinstance_id: resourceId,
  nodegroup_id: nodes.phase,
  parenttile_id: null,
  sortorder: 0,
  provisionaledits: null,
  data,
});

async function putBuilding(resourceId: string, data: Record<string, unknown>): Promise<void> {
  const surveyId = resourceId.replace(/^.{4}/, '9002');
  const tileId = resourceId.replace(/^.{4}/, '9001');
  const response = await administrator.sendRequest(
    'PUT',
    `/resources/building/${resourceId}?format=service-json`,
    {
      resourceinstanceid: resourceId,
      graph_id: buildingGraph,
      tiles: [
        phaseTile(resourceId, tileId, data),
        {
          ...phaseTile(resourceId, surveyId, { [nodes.state]: options.good, [nodes.isOpen]: true }),
          nodegroup_id: nodes.survey,
          parenttile_id: tileId,
        },
      ],
    },
  );
  if (!response.ok) throw new Error(await response.text());
}

/** The entries, and the sets of grants of resource instances. */
const readEntries = async (): Promise<readonly unknown[]> =>
  (
    await service.stack.owner.read(
      rawSql(`select e::text
from (
  select 'id' as kind, (i.*)::text as entry from id_entry i
  union all
  select 'number', (n.*)::text from number_entry n
  union all
  select 'date', (d.*)::text from date_entry d
  union all
  select 'word', (w.*)::text from word_entry w
  union all
  select 'resource instance', concat_ws(' ', r.resource_id, r.grant_set_number) from resource r
) e
order by 1`),
    )
  ).map(([entry]) => entry);

/** Stores all entries and sets of grants anew. */
async function rebuildEntries(): Promise<void> {
  await service.stack.owner.write(
    rawSql('truncate id_entry, number_entry, date_entry, word_entry'),
  );
  await service.stack.owner.write(
    rawSql('select replace_value_entries(array(select r.resource_id from resource r))::text'),
  );
  await service.stack.owner.write(rawSql('update resource set grant_set_number = null'));
  await service.stack.owner.write(
    rawSql('select store_grant_set_numbers(array(select r.resource_id from resource r))::text'),
  );
}

beforeAll(async () => {
  service = await openTestService();
  const { importContext: context } = service;
  await withJsonFile(buildingModel, (file) => importGraphs([file], context));
  await withTextFile('concepts.xml', buildingThesaurus, (file) => importConcepts([file], context));
  ({ administrator } = await createWriters(service));
  for (const number of [1, 2, 3]) {
    await putBuilding(buildingId(number), {
      [nodes.type]: [values.bowl[0]],
      [nodes.built]: '1850/1900',
      [nodes.height]: 12.5,
      [nodes.called]: { en: { value: 'King’s Gate', direction: 'ltr' } },
    });
  }
});

afterAll(async () => service?.close());

describe('the entries of values and the sets of grants', () => {
  it('follow every write and every grant of a group, as if they were computed anew', async () => {
    await putBuilding(buildingId(1), { [nodes.built]: '-0500', [nodes.height]: 3 });
    const deletion = await administrator.sendRequest('DELETE', `/resources/${buildingId(2)}`);
    expect(deletion.ok).toBe(true);
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select '${buildingId(1)}', g.account_group_id, true
from account_group g
where g.name in ('Guest', 'Resource Editor')`,
    );
    await runStatement(
      service,
      `insert into resource_grant (resource_id, account_group_id, can_view)
select '${buildingId(3)}', g.account_group_id, true
from account_group g
where g.name = 'Guest'`,
    );
    await runStatement(
      service,
      `delete from resource_grant g
using account_group a
where a.account_group_id = g.account_group_id
  and a.name = 'Resource Editor'`,
    );
    const entries = await readEntries();
    await rebuildEntries();
    expect(entries.length).toBeGreaterThan(8);
    expect(entries).toEqual(await readEntries());
  });

  it('are read only when they are complete: until then conditions are a 503, and nothing else is', async () => {
    await service.stack.owner.write(
      rawSql(`insert into stale_result (name) values ('entries of values')`),
    );
    const statuses = await Promise.all(
      ['node.height=*', 'limit=5'].map(async (query) => {
        const response = await administrator.sendRequest('GET', `/resources/?${query}`);
        return [response.status, response.headers.get('retry-after')];
      }),
    );
    await service.stack.owner.write(rawSql('delete from stale_result'));
    expect(statuses).toEqual([
      [503, '60'],
      [200, null],
    ]);
  });
});

describe('a condition that no entries narrow', () => {
  it('is compared with a bounded number of records in a call, whose page can be short and have a next one', async () => {
    await runStatement(
      service,
      `insert into resource (resource_id, graph_id)
select md5(n::text)::uuid, '${buildingGraph}'
from generate_series(1, ${emptyRecords}) n`,
    );
    await putBuilding(last, { [nodes.called]: { en: { value: 'Last', direction: 'ltr' } } });
    const pages: number[] = [];
    let path: string | undefined = '/resources/?node.called=*';
    let bodies = '';
    while (path !== undefined) {
      const response: Response = await administrator.sendRequest('GET', path);
      const body = await response.text();
      pages.push((body.match(/\/resources\/[0-9a-f]{8}-/g) ?? []).length);
      bodies += body;

      path = nextPath(response);
    }
    expect(pages.length).toBe(2);
    expect(bodies).toContain(last);
    expect(bodies).toContain(buildingId(3));
  });
});

describe('conditions that cannot be followed', () => {
  it.each([
    ['node.height=tall', 'must be a number'],
    ['node.height=1e999999', 'must be a number'],
    ['node.called=a%00b', 'must not contain U+0000'],
    ['node.a%00b=*', 'must not contain U+0000'],
    ['node.built=yesterday', 'must be a date'],
    ['node.type=Castle', 'is no label, id or URI'],
    ['node.state=middling', 'is no option of the node. It has: Gut, Schlecht'],
    ['node.isopen=maybe', 'must be true or false'],
    ['node.beside=Somewhere', 'must be the id of a resource instance'],
    ['node.called=%3F!', 'needs a letter or a digit'],
    ['node.called=a..b', 'only numbers and dates have ranges'],
    ['node.heigt=3', 'Similar names: height'],
    ['node.height=3&format=html', 'cannot be combined'],
    ['node.height=3&limit=0&format=service-json&graph=building', 'at most 1,000 items'],
    ['node.height=3&page=2', 'no page numbers'],
    [
      `node.built=${Array.from({ length: 600 }, (_, number) => 1000 + number).join(',')}`,
      'the conditions are too many',
    ],
    ['node.height=3&node.height=4', 'must be sent once'],
  ])('are refused with a sentence: %s', async (query, sentence) => {
    const response = await administrator.sendRequest('GET', `/resources/?${query}`);
    expect([response.status, (await response.text()).replaceAll('&quot;', '"')]).toEqual([
      400,
      expect.stringContaining(sentence),
    ]);
  });

  it('are not refused for an id that the thesaurus lacks, so that the answer does not tell whether it exists', async () => {
    const response = await administrator.sendRequest('GET', `/resources/?node.type=${id(9999)}`);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.not.stringMatching(/resources\/[0-9a-f]{8}-/),
    ]);
  });

  it('are none if their value is empty', async () => {
    const lists = await Promise.all(
      ['node.height=', ''].map(async (query) => {
        const response = await administrator.sendRequest('GET', `/resources/?limit=3&${query}`);
        return response.text();
      }),
    );
    expect(lists[0]).toBe(lists[1]);
  });

  it('are met by nothing in a model without the node', async () => {
    const response = await administrator.sendRequest(
      'GET',
      `/resources/?node.height=3&graph=${id(1)}`,
    );
    expect(response.status).toBe(400);
  });
});
