import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { baseUrl } from '../../support/service.ts';
import { browserAccept } from '../pages/data-pages.ts';
import { neighbour, oldMill } from '../writing/every-write.ts';
import { millNodes } from '../writing/mill-service.ts';
import { openMills, type Mills } from '../writing/mills.ts';

let mills: Mills;

beforeAll(async () => {
  mills = await openMills();
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
  await runStatement(mills.service, 'delete from resource_grant');
  await runStatement(mills.service, 'update account_group set can_read = true');
  await runStatement(
    mills.service,
    `update resource set descriptors = '{
  "en": {"name": {"value": "Neighbour", "nodegroups": ["${millNodes.appellation}"], "resources": []}},
  "de": {"name": {"value": "Nachbar", "nodegroups": ["${millNodes.appellation}"], "resources": []}}
}'
where resource_id = '${neighbour}'`,
  );
});

afterAll(async () => mills?.service.close());

const path = `/resources/${oldMill}/relations`;
const imported = id(551);

const insertRelation = (from: string, to: string, relation = imported): Promise<void> =>
  runStatement(
    mills.service,
    `insert into resource_relation (
  relation_id, from_resource_id, to_resource_id, relationship_type, inverse_relationship_type, notes, date_started, date_ended
)
values ('${relation}', '${from}', '${to}', 'http://types.test/near', null, 'on the plan', '1850', null)`,
  );

const entry = z.looseObject({
  id: z.string(),
  direction: z.string(),
  kind: z.string(),
  resource: z.looseObject({ id: z.string() }),
});

async function readRelations(address = path) {
  const response = await mills.service.fetch(address);
  expect(response.status).toBe(200);
  const relations = z.array(entry).parse(await response.json());
  const next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return { relations, next: next?.replace(baseUrl, ''), etag: response.headers.get('etag') };
}

describe('GET /resources/{id}/relations', () => {
  it('has the references of others in tiles, with node, tile, name and model', async () => {
    const { relations, next } = await readRelations();
    const [model] = await queryColumn(
      mills.service,
      "select graph_id::text from graph where slug = 'mill'",
    );
    expect(next).toBeUndefined();
    expect(relations).toEqual([
      {
        id: expect.any(String),
        direction: 'incoming',
        kind: 'tile',
        resource: {
          id: neighbour,
          uri: `${baseUrl}/resources/${neighbour}`,
          name: 'Neighbour',
          model: { id: model, slug: 'mill', name: 'Mill' },
        },
        node: { id: millNodes.neighbours, alias: null, name: 'Neighbours', label: 'Neighbours' },
        tile: id(608),
        type: null,
        inverse_type: null,
        notes: null,
        date_started: null,
        date_ended: null,
      },
    ]);
  });

  it('has relations in no tile, with their type, notes and dates', async () => {
    await insertRelation(oldMill, neighbour);
    const { relations } = await readRelations(`${path}?kind=beside`);
    expect(relations).toEqual([
      {
        id: imported,
        direction: 'outgoing',
        kind: 'beside',
        resource: expect.objectContaining({ id: neighbour, name: 'Neighbour' }),
        node: null,
        tile: null,
        type: { id: 'http://types.test/near', label: null },
        inverse_type: null,
        notes: 'on the plan',
        date_started: '1850',
        date_ended: null,
      },
    ]);
  });

  it('has names in the language of the reader', async () => {
    const response = await mills.service.fetch(path, { headers: { 'accept-language': 'de' } });
    const [relation] = z.array(entry).parse(await response.json());
    expect([relation?.resource['name'], response.headers.get('vary')]).toEqual([
      'Nachbar',
      expect.stringContaining('Accept-Language'),
    ]);
  });

  it.each([
    ['', ['outgoing beside', 'incoming tile', 'incoming beside']],
    ['?direction=outgoing', ['outgoing beside']],
    ['?direction=incoming', ['incoming tile', 'incoming beside']],
    ['?kind=tile', ['incoming tile']],
    ['?kind=beside&direction=incoming', ['incoming beside']],
    ['?kind=tile&direction=outgoing', []],
  ])('selects by direction and kind: %s', async (query, expected) => {
    await insertRelation(oldMill, neighbour);
    await insertRelation(neighbour, oldMill, id(552));
    const { relations } = await readRelations(`${path}${query}`);
    expect(relations.map(({ direction, kind }) => `${direction} ${kind}`)).toEqual(expected);
  });

  it('has a relation of a record with itself in both directions', async () => {
    await insertRelation(oldMill, oldMill);
    const { relations } = await readRelations(`${path}?kind=beside`);
    expect(relations.map(({ direction, resource }) => [direction, resource.id])).toEqual([
      ['outgoing', oldMill],
      ['incoming', oldMill],
    ]);
  });

  it('names the type by its label where it is a concept value', async () => {
    await insertRelation(oldMill, neighbour);
    await runStatement(
      mills.service,
      `with stored as (
  insert into concept (concept_id, node_type) values ('${id(700)}', 'Concept')
),
labelled as (
  insert into concept_value (value_id, concept_id, value_type, language_id, value)
  values ('${id(701)}', '${id(700)}', 'prefLabel', 'en', 'is near')
)
update resource_relation set relationship_type = '${id(701)}' where relation_id = '${imported}'`,
    );
    const { relations } = await readRelations(`${path}?direction=outgoing`);
    await runStatement(mills.service, `delete from concept where concept_id = '${id(700)}'`);
    expect(relations[0]?.['type']).toEqual({ id: id(701), label: 'is near' });
  });

  it('continues by cursor, page after page', async () => {
    for (const number of [1, 2, 3, 4]) await insertRelation(oldMill, neighbour, id(560 + number));
    const all = (await readRelations()).relations;
    const pages: unknown[] = [];
    for (let next: string | undefined = `${path}?limit=2`; next !== undefined;) {
      const page = await readRelations(next);
      pages.push(...page.relations);
      next = page.next;
    }
    expect(all).toHaveLength(5);
    expect(pages).toEqual(all);
  });

  it('answers a cursor of another list, and unknown words, with 400', async () => {
    for (const query of ['cursor=AAAA', 'direction=both', 'kind=any', 'limit=501']) {
      expect((await mills.service.fetch(`${path}?${query}`)).status).toBe(400);
    }
  });

  it('answers for a record that the caller may not see as for an unknown one', async () => {
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select '${oldMill}', g.account_group_id, true
from account_group g`,
    );
    const read = async (resourceId: string) => {
      const response = await mills.service.fetch(`/resources/${resourceId}/relations`);
      const {
        requestId: _,
        instance: __,
        ...document
      } = z
        .looseObject({ requestId: z.unknown(), instance: z.unknown() })
        .partial()
        .parse(await response.json());
      return [response.status, document];
    };
    expect(await read(oldMill)).toEqual(await read(id(999)));
    expect(await read(oldMill)).toEqual([404, expect.anything()]);
  });

  it('tells nothing of a relation whose other end is closed: answer, entity tag and links are the same', async () => {
    await insertRelation(oldMill, id(505));
    const before = await readRelations(`${path}?limit=1`);
    await runStatement(
      mills.service,
      `with created as (
  insert into resource (resource_id, graph_id)
  select r.id, o.graph_id
  from resource o
  cross join unnest('{${id(505)},${id(506)}}'::uuid[]) r (id)
  where o.resource_id = '${oldMill}'
  returning resource_id
)
select count(*) from created`,
    );
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select r.id, g.account_group_id, true
from account_group g
cross join unnest('{${id(505)},${id(506)}}'::uuid[]) r (id)`,
    );
    await runStatement(
      mills.service,
      `insert into tile (tile_id, resource_id, nodegroup_id, data)
values ('${id(690)}', '${id(506)}', '${millNodes.neighbours}', '{"${millNodes.neighbours}": [{"resourceId": "${oldMill}"}]}')`,
    );
    expect(await readRelations(`${path}?limit=1`)).toEqual(before);
  });

  it('of others are on the page of the record, also those in no tile', async () => {
    const listsNeighbour = async (): Promise<boolean> => {
      const response = await mills.service.fetch(`/resources/${oldMill}`, {
        headers: { accept: browserAccept },
      });
      return (await response.text()).includes(`href="/resources/${neighbour}"`);
    };
    await runStatement(mills.service, `delete from tile where tile_id = '${id(608)}'`);
    expect(await listsNeighbour()).toBe(false);
    await insertRelation(neighbour, oldMill);
    expect(await listsNeighbour()).toBe(true);
  });

  it('is a page for people, to which the page of the record leads', async () => {
    await insertRelation(oldMill, neighbour);
    const open = async (address: string): Promise<string> => {
      const response = await mills.service.fetch(address, { headers: { accept: browserAccept } });
      expect(response.status).toBe(200);
      return response.text();
    };
    const record = await open(`/resources/${oldMill}`);
    expect(record).toContain(`href="${path}"`);
    expect(record).toContain('<h2>Related records</h2>');
    expect(record).toContain('on the plan');
    const page = await open(path);
    expect(page).toContain('<h2>Refers to</h2>');
    expect(page).toContain('<h2>Referred to by</h2>');
    expect(page).toContain('on the plan');
    expect(page.split(`href="/resources/${neighbour}"`)).toHaveLength(3);
  });
});
