import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { rawSql } from '../../../lib/data-api/sql.ts';
import { nextPath } from './next-path.ts';
import { buildingGraph, concepts, nodes, values } from './building-model.ts';
import { openBuildings, type Buildings } from './open-buildings.ts';
import { buildingId } from './random-buildings.ts';

/** More than the records of which one call compares the values. */
const closedRecords = 25_000;
/** How many are closed in one statement, which has a time limit. */
const closedAtOnce = 2500;

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
});

afterAll(async () => buildings?.close());

const questions = [
  'node.called=*',
  'node.called=!*',
  'node.type=Barrow',
  'node.height=>5',
  'node.built=1800..1900&node.height=12',
  'period=1850',
  'near=-1.77,51.03,2500',
  `related=${buildingId(4)}`,
  'changed=2020-01-01..',
  `filter=${encodeURIComponent("none(type = 'Barrow') OR words('mill')")}`,
  'node.type=Barow',
  'heigth=1',
  `node.state=Good`,
  `limit=3&node.type=!${concepts.house}`,
  'limit=7&count=exact&sort=name',
  'limit=7&count=exact&sort=-name&node.called=mill',
  'limit=7&sort=-changed',
  'limit=7&sort=created&graph=building&count=exact',
  'limit=7&sort=-id&node.type=Barrow',
  'limit=7&q=mill',
  'limit=20&format=results&q=king&node.height=*',
  'limit=20&q=mill&sort=changed&count=exact',
  'format=results&limit=20&node.type=Barrow&near=-1.77,51.03,2500&heigth=1',
  `format=results&limit=20&sort=name&filter=${encodeURIComponent("words('mill')")}`,
];

const facets = [
  'facets=graph,type,built,period',
  'graph=building&facets=type',
  'node.type=Barrow&facets=built,graph',
  'node.called=!*&facets=period',
  'facets=isopen',
];

const suggestions = ['b', 'barrow', 'haus', 'k', 'mill', 'old%20m', 'mil&graph=building'];

/** All pages of the questions with their headers, the facets and the suggestions. */
async function readAnswers(kind: 'reader' | 'withGrants'): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  const paths = [
    ...questions.map((question) => `/resources/?${question}`),
    ...facets.map((query) => `/search/facets?${query}`),
    ...suggestions.flatMap((words) => [`/search/suggest?q=${words}`, `/search/terms?q=${words}`]),
  ];
  for (const first of paths) {
    let path: string | undefined = first;
    while (path !== undefined) {
      const response: Response = await buildings.callers[kind].sendRequest('GET', path);
      const body = (await response.text()).replace(/"requestId":"[^"]*"/, '');
      const headers = [
        'etag',
        'link',
        'content-length',
        'x-ignored',
        'last-modified',
        'x-total-count',
        'x-total-count-relation',
      ].map((name) =>
        name === 'content-length' && response.status >= 400 ? null : response.headers.get(name),
      );
      answers.push([path, response.status, body, headers]);
      path = nextPath(response);
    }
  }
  return answers;
}

const write = async (statement: string): Promise<unknown> =>
  buildings.service.stack.owner.write(rawSql(statement));

/** Adds records that both callers may not see, with values that the questions find, and closed values to records that they see. */
async function addClosedValues(): Promise<void> {
  const phase = `jsonb_build_object(
    '${nodes.type}', jsonb_build_array('${values.barrow[0]}'),
    '${nodes.height}', 12,
    '${nodes.built}', '1850',
    '${nodes.called}', jsonb_build_object('en', jsonb_build_object('value', 'Mill', 'direction', 'ltr')),
    '${nodes.shape}', jsonb_build_object('type', 'FeatureCollection', 'features', jsonb_build_array(jsonb_build_object(
      'type', 'Feature', 'properties', jsonb_build_object(), 'geometry', jsonb_build_object('type', 'Point', 'coordinates', jsonb_build_array(-1.77, 51.03))
    )))
  )`;
  await write(`insert into resource (resource_id, graph_id)
select md5(n::text)::uuid, '${buildingGraph}'
from generate_series(1, ${closedRecords}) n`);
  // Otherwise the plans of the next statements are for few records.
  await write('analyze resource');
  for (let first = 1; first <= closedRecords; first += closedAtOnce) {
    await write(`insert into resource_grant (resource_id, account_group_id, no_access)
select md5(n::text)::uuid, g.account_group_id, true
from generate_series(${first}, ${first + closedAtOnce - 1}) n
cross join account_group g
where g.name in ('Guest', 'Resource Editor', 'Resource Exporter')`);
  }
  await write(`insert into tile (tile_id, resource_id, nodegroup_id, data)
select md5('tile' || n)::uuid, md5(n::text)::uuid, '${nodes.phase}', ${phase}
from generate_series(1, 600) n`);
  // The reader may not read surveys, and the caller with grants may not see the first buildings.
  await write(`insert into tile (tile_id, resource_id, nodegroup_id, parent_tile_id, data)
select md5('survey' || t.tile_id)::uuid, t.resource_id, '${nodes.survey}', t.tile_id, jsonb_build_object('${nodes.isOpen}', true)
from tile t
where t.nodegroup_id = '${nodes.phase}'
  and right(t.resource_id::text, 1) in ('1', '3')`);
  await write(`insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type)
select gen_random_uuid(), t.resource_id, t.tile_id, t.nodegroup_id, 'tile create'
from tile t
where t.nodegroup_id = '${nodes.survey}'
  and right(t.resource_id::text, 1) in ('1', '3')`);
}

describe('the answers to questions', () => {
  let before: Readonly<Record<'reader' | 'withGrants', readonly unknown[]>>;

  beforeAll(async () => {
    before = {
      reader: await readAnswers('reader'),
      withGrants: await readAnswers('withGrants'),
    };
    await addClosedValues();
  });

  it.each(['reader', 'withGrants'] as const)(
    'are equal to the byte, with their pages and tags, whatever is closed to the caller: %s',
    async (kind) => {
      expect(await readAnswers(kind)).toEqual(before[kind]);
    },
  );
});
