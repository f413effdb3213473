import { rawSql } from '../../../lib/data-api/sql.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { browserAccept } from '../pages/data-pages.ts';
import {
  elm,
  nodeOf,
  oak,
  specimen,
  specimenId,
  specimenPath,
  specimenTile,
  thesaurus,
  woods,
} from '../writing/every-datatype.ts';
import { sendForm, type Mills } from '../writing/mills.ts';
import { openMillsWith } from '../writing/mills-with-model.ts';
import type { TestWriter, TestWriters } from '../writing/writers.ts';

let mills: Mills;
let writers: TestWriters;

beforeAll(async () => {
  mills = await openMillsWith(specimen, thesaurus);
  ({ writers } = mills);
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
  await runStatement(mills.service, 'delete from resource_grant');
  await runStatement(mills.service, 'update account_group set can_read = true');
});

afterAll(async () => mills?.service.close());

type Link = readonly [path: string, text: string];

/** Opens the page of a concept, and returns its links below a heading, and whether it says that there are more. */
async function readSection(
  conceptId: string,
  heading: string,
  headers: Readonly<Record<string, string>> = {},
  reader?: TestWriter,
): Promise<{ readonly links: readonly Link[]; readonly isCut: boolean }> {
  const path = `/rdm/concepts/${conceptId}`;
  const pageHeaders = { accept: browserAccept, ...headers };
  const response = await (reader === undefined
    ? mills.service.fetch(path, { headers: pageHeaders })
    : reader.sendRequest('GET', path, undefined, pageHeaders));
  expect(response.status).toBe(200);
  const html = await response.text();
  const section = new RegExp(`<h2>${heading}</h2>(.*?)</section>`, 's').exec(html)?.[1] ?? '';
  return {
    links: [...section.matchAll(/<li><a href="([^"]*)"[^>]*>(.*?)<\/a\s*>/gs)].map(
      ([, target = '', text = '']) => [target, text.replaceAll(/<[^>]*>/g, '')],
    ),
    isCut: section.includes('Only the first'),
  };
}

/** The ids of the records below “Used by”. */
async function readUsers(conceptId: string, reader?: TestWriter): Promise<readonly string[]> {
  const { links } = await readSection(conceptId, 'Used by', {}, reader);
  return links.map(([path]) => path.replace('/resources/', ''));
}

const put = async (value: unknown, datatype = 'concept', writer = writers.reviewer) => {
  const body = { tiles: [specimenTile(datatype, value)] };
  expect((await writer.sendRequest('PUT', specimenPath, body)).ok).toBe(true);
};

/** Stores specimens that use oak, with ids that end with the numbers from 1 on. */
const placeSpecimens = (count: number): Promise<unknown> =>
  runStatement(
    mills.service,
    `with placed as (
  insert into resource (resource_id, graph_id)
  select ('${id(0).slice(0, -6)}' || 700000 + n)::uuid, '${specimen.graphid}'
  from generate_series(1, ${count}) n
  returning resource_id
)
insert into tile (tile_id, resource_id, nodegroup_id, data)
select p.resource_id, p.resource_id, '${nodeOf('concept')}', '{"${nodeOf('concept')}": "${oak.valueId}"}'
from placed p`,
  );

describe('the records that use a concept', () => {
  it.each([
    ['concept', oak.valueId],
    ['concept-list', [elm.valueId, oak.valueId]],
  ])('are those with one of its values: %s', async (datatype, value) => {
    await put(value, datatype);
    expect(await readUsers(oak.conceptId)).toEqual([specimenId]);
  });

  it('are not those with its id as another kind of value', async () => {
    await put(oak.valueId, 'non-localized-string');
    expect(await readUsers(oak.conceptId)).toEqual([]);
  });

  it('have their names in the language of the reader', async () => {
    await put(oak.valueId);
    await runStatement(
      mills.service,
      `update resource set descriptors = '{
  "en": {"name": {"value": "Post", "nodegroups": ["${nodeOf('concept')}"], "resources": []}},
  "de": {"name": {"value": "Pfosten", "nodegroups": ["${nodeOf('concept')}"], "resources": []}}
}'
where resource_id = '${specimenId}'`,
    );
    for (const { language, heading, name } of [
      { language: 'en', heading: 'Used by', name: 'Post' },
      { language: 'de', heading: 'Verwendet von', name: 'Pfosten' },
    ]) {
      const headers = { 'accept-language': language };
      const { links } = await readSection(oak.conceptId, heading, headers);
      expect(links).toEqual([[`/resources/${specimenId}`, name]]);
    }
  });

  it('are the first 20, and the page says so if there are more', async () => {
    await placeSpecimens(20);
    expect((await readSection(oak.conceptId, 'Used by')).isCut).toBe(false);
    await put(oak.valueId);
    const { links, isCut } = await readSection(oak.conceptId, 'Used by');
    expect([links.length, isCut]).toEqual([20, true]);
  });

  it('follow each kind of write', async () => {
    const { reviewer } = writers;
    const sendValue = (data: string) =>
      sendForm(reviewer, '/api/node_value/', {
        nodeid: nodeOf('concept'),
        tileid: specimenTile('concept', null).tileid,
        data,
      });
    await put(oak.valueId);
    await put(elm.valueId);
    expect(await readUsers(oak.conceptId)).toEqual([]);
    expect(await readUsers(elm.conceptId)).toEqual([specimenId]);
    expect((await sendValue(oak.valueId)).ok).toBe(true);
    expect(await readUsers(oak.conceptId)).toEqual([specimenId]);
    expect((await reviewer.sendRequest('PUT', specimenPath, { tiles: [] })).ok).toBe(true);
    expect(await readUsers(oak.conceptId)).toEqual([]);
    await put(oak.valueId);
    expect((await writers.administrator.sendRequest('DELETE', `/resources/${specimenId}`)).ok).toBe(
      true,
    );
    expect(await readUsers(oak.conceptId)).toEqual([]);
    expect(
      await queryColumn(
        mills.service,
        `select e::text
from id_entry e
where e.resource_id = '${specimenId}'`,
      ),
    ).toEqual([]);
  });

  it('follow an import', async () => {
    const record = {
      resourceinstance: { resourceinstanceid: specimenId, graph_id: specimen.graphid },
      tiles: [{ ...specimenTile('concept', oak.valueId), resourceinstance_id: specimenId }],
    };
    await withJsonFile({ business_data: { resources: [record] } }, (file) =>
      importResources([file], { ...mills.service.importContext, strict: true }),
    );
    expect(await readUsers(oak.conceptId)).toEqual([specimenId]);
  });

  it('include those whose entries an upgrade has not computed yet', async () => {
    await put(oak.valueId);
    for (const statement of [
      'delete from id_entry',
      `insert into stale_result (name, done_to) values ('entries of values', '00000000-0000-0000-0000-000000000001')`,
    ])
      await mills.service.stack.owner.write(rawSql(statement));
    const users = await readUsers(oak.conceptId);
    await mills.service.stack.owner.write(
      rawSql(`with filled as (
  delete from stale_result
)
select replace_value_entries(array(select r.resource_id from resource r))::text`),
    );
    expect(users).toEqual([specimenId]);
    expect(await readUsers(oak.conceptId)).toEqual([specimenId]);
  });

  it('do not include those of proposals', async () => {
    await put(elm.valueId);
    await put(oak.valueId, 'concept', writers.author);
    for (const reader of [undefined, writers.anotherAuthor]) {
      expect(await readUsers(oak.conceptId, reader)).toEqual([]);
      expect(await readUsers(elm.conceptId, reader)).toEqual([specimenId]);
    }
  });
});

describe('a caller who may not read', () => {
  it('a nodegroup sees no record with a value only there, however many there are', async () => {
    await placeSpecimens(600);
    await put([oak.valueId], 'concept-list');
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${nodeOf('concept')}', g.account_group_id, true
from account_group g`,
    );
    const { links, isCut } = await readSection(oak.conceptId, 'Used by');
    expect(links.map(([path]) => path)).toEqual([`/resources/${specimenId}`]);
    expect(isCut).toBe(false);
    expect(await readUsers(oak.conceptId, writers.administrator)).toHaveLength(20);
  });

  it('a record does not see it, nor that there is one more', async () => {
    await placeSpecimens(20);
    await put(oak.valueId);
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_group_id, no_access)
select '${specimenId}', g.account_group_id, true
from account_group g`,
    );
    const { links, isCut } = await readSection(oak.conceptId, 'Used by');
    expect([links.length, isCut]).toEqual([20, false]);
    expect(links.map(([path]) => path)).not.toContain(`/resources/${specimenId}`);
  });

  it('the current nodegroup of a moved node sees no record with its value', async () => {
    await put(oak.valueId);
    const moved = nodeOf('concept');
    await runStatement(
      mills.service,
      `insert into former_nodegroup (nodegroup_id, node_id) values ('${moved}', '${moved}')`,
    );
    const moveTo = (nodegroupId: string) =>
      runStatement(
        mills.service,
        `update node set nodegroup_id = '${nodegroupId}' where node_id = '${moved}'`,
      );
    await moveTo(nodeOf('date'));
    expect(await readUsers(oak.conceptId)).toEqual([specimenId]);
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${nodeOf('date')}', g.account_group_id, true
from account_group g`,
    );
    expect(await readUsers(oak.conceptId)).toEqual([]);
    await moveTo(moved);
    await runStatement(mills.service, 'delete from former_nodegroup');
  });
});

it('a concept has its label in the history of a record, also as a value of a node that was moved since', async () => {
  await put(oak.valueId);
  const [former, moved] = [nodeOf('date'), nodeOf('concept')];
  await runStatement(
    mills.service,
    `insert into former_nodegroup (nodegroup_id, node_id) values ('${former}', '${moved}')`,
  );
  await runStatement(
    mills.service,
    `insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value)
values (gen_random_uuid(), '${specimenId}', gen_random_uuid(), '${former}', 'tile delete', '{"${moved}": "${elm.valueId}"}')`,
  );
  const answer = await writers.reviewer.sendRequest(
    'GET',
    `/resources/${specimenId}/history`,
    undefined,
    { accept: browserAccept },
  );
  await runStatement(mills.service, 'delete from former_nodegroup');
  expect(await answer.text()).toMatch(
    new RegExp(`<a href="/rdm/concepts/${elm.conceptId}"[^>]*>elm</a\\s*>`),
  );
});

describe('the nodes that offer a concept', () => {
  const offeringNodes: readonly Link[] = [
    [`/graphs/${specimen.graphid}`, 'Specimen › concept'],
    [`/graphs/${specimen.graphid}`, 'Specimen › concept-list'],
  ];

  it.each([
    ['a member of their collection', oak.conceptId],
    ['their collection', woods],
  ])('are listed on the page of %s', async (_, conceptId) => {
    expect(await readSection(conceptId, 'Offered by')).toEqual({
      links: offeringNodes,
      isCut: false,
    });
  });

  it('are listed on the page of a member of a collection within their collection', async () => {
    await runStatement(
      mills.service,
      `with hardwoods as (insert into concept (concept_id, node_type) values ('${id(2990)}', 'Collection')),
replaced as (delete from concept_relation where to_concept_id = '${oak.conceptId}')
insert into concept_relation (from_concept_id, to_concept_id, relation_type)
values ('${woods}', '${id(2990)}', 'member'), ('${id(2990)}', '${oak.conceptId}', 'member')`,
    );
    expect((await readSection(oak.conceptId, 'Offered by')).links).toEqual(offeringNodes);
  });

  it('are not listed on the page of a concept outside of their collection', async () => {
    expect((await readSection(id(2903), 'Offered by')).links).toEqual([]);
  });

  it('are only those that the caller may read', async () => {
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
select '${nodeOf('concept')}', g.account_group_id, true
from account_group g`,
    );
    const { links } = await readSection(woods, 'Offered by');
    expect(links.map(([, text]) => text)).toEqual(['Specimen › concept-list']);
  });
});

describe('the relatives of a concept', () => {
  const hub = id(6000);
  const relatives = Array.from({ length: 210 }, (_, index) => id(6001 + index));

  beforeAll(async () => {
    await mills.reset();
    // The last ones are stored first.
    await runStatement(
      mills.service,
      `with hub as (insert into concept (concept_id, node_type) values ('${hub}', 'Collection')),
relative as (
  insert into concept (concept_id, node_type)
  select r.id, 'Concept'
  from unnest('{${relatives.join(',')}}'::uuid[]) r (id)
)
insert into concept_relation (from_concept_id, to_concept_id, relation_type, position)
select
  case when l.is_inverse then r.id else '${hub}' end,
  case when l.is_inverse then '${hub}' else r.id end,
  l.relation_type,
  case when l.relation_type = 'member' and not l.is_inverse then 1000 - r.number end
from unnest('{${relatives.join(',')}}'::uuid[]) with ordinality r (id, number)
cross join (
  values
    ('narrower', false), ('broader', false), ('narrower', true), ('broader', true),
    ('related', false), ('related', true), ('closeMatch', true), ('member', false), ('member', true)
) l (relation_type, is_inverse)
order by r.number desc`,
    );
  });

  it.each([
    ['Broader', relatives],
    ['Narrower', relatives],
    ['Related', relatives],
    ['Members', relatives.toReversed()],
    ['In collections', relatives],
  ])(
    'are the first 200 in their order, and the page says that there are more: %s',
    async (heading, ids) => {
      const { links, isCut } = await readSection(hub, heading);
      expect(links.map(([path]) => path)).toEqual(
        ids.slice(0, 200).map((conceptId) => `/rdm/concepts/${conceptId}`),
      );
      expect(isCut).toBe(true);
    },
  );
});
