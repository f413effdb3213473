import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { resourceFormats } from '../../../lib/http/negotiation/formats.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import { takeInTurn } from '../../support/random/take-sample.ts';
import { baseUrl } from '../../support/service.ts';
import { crm } from '../../lib/json-ld/mill.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { neighbour, oldMill } from './every-write.ts';
import { millNodes } from './mill-service.ts';
import { openMills, readRecord, tileOf, withValue, type Mills } from './mills.ts';
import type { TestWriter } from './writers.ts';

/*
 * The old mill refers to its neighbour, in a tile that the caller may read. No answer may reveal whether the neighbour exists but is
 * not visible to the caller, has never existed, or is deleted.
 */

const { appellation, name, neighbours } = millNodes;
const path = `/resources/${oldMill}`;
const referringTileId = id(620);
const uri = `${baseUrl}/resources/${neighbour}`;
const reference = {
  resourceId: neighbour,
  ontologyProperty: '',
  inverseOntologyProperty: '',
  resourceXresourceId: '',
};

let mills: Mills;
let reviewer: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer } = mills.writers);
});

afterAll(async () => mills?.service.close());

/** The statements that bring the neighbour into each state in which the reviewer may not see it. */
const states: Readonly<Record<string, readonly string[]>> = {
  'may be seen by others': [],
  'has never existed': [`delete from resource where resource_id = '${neighbour}'`],
  'is deleted': [
    `insert into edit_log (transaction_id, resource_id, edit_type) values (gen_random_uuid(), '${neighbour}', 'delete')`,
    `insert into activity (ordinal, activity_type, resource_id, graph_id, end_time)
select 1000, 'Delete', resource_id, graph_id, clock_timestamp() - interval '5 seconds' from resource where resource_id = '${neighbour}'`,
    `delete from resource where resource_id = '${neighbour}'`,
  ],
};

/**
 * Stores the old mill as of an hour ago, with a reference to its neighbour, which the reviewer may not see. The old mill has no
 * referrers.
 */
async function storeReferringMill(state: readonly string[]): Promise<void> {
  await mills.reset();
  const statements = [
    `delete from tile where resource_id = '${neighbour}' and nodegroup_id = '${neighbours}'`,
    `insert into tile (tile_id, resource_id, nodegroup_id, sort_order, data)
values ('${referringTileId}', '${oldMill}', '${neighbours}', 0, '${JSON.stringify({ [neighbours]: [reference] })}')`,
    `insert into resource_grant (resource_id, account_id, no_access) values ('${neighbour}', ${reviewer.accountId}, true)`,
    ...state,
    `update resource set changed_at = changed_at - interval '1 hour'`,
    `update last_change set changed_at = '2020-01-01'`,
  ];
  for (const text of statements) await mills.service.stack.owner.write({ text, parameters: [] });
}

/** The parameters of a request. */
type Request = readonly [
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
];

const forms = [
  '',
  '?profile=linked',
  ...resourceFormats.map((format) => `?format=${format}`),
  ...rdfFormatNames.map((format) => `?format=${format}&profile=linked`),
];

const readRequests: readonly Request[] = [
  ...forms.flatMap((form, turn): readonly Request[] => {
    const target = `${path}${form}`;
    const variants: readonly Request[] = [
      ['HEAD', target],
      ['GET', target, undefined, { 'if-modified-since': new Date().toUTCString() }],
    ];
    return [['GET', target], ...takeInTurn(variants, turn, 1)];
  }),
  ['GET', `${path}/history`],
  ['GET', `/api/tiles/${referringTileId}`],
  ['GET', `/geojson?nodegroups=${neighbours}&use_display_values&include_primary_name`],
  ['GET', `/geojson?nodegroups=${neighbours}`],
  ['GET', '/resources/'],
  ['GET', `/api/instance_permissions?resourceinstanceid=${oldMill}`],
];

/** Requests about the neighbour itself. */
const neighbourRequests: readonly Request[] = [
  ...forms.map((form): Request => ['GET', `/resources/${neighbour}${form}`]),
  ['GET', `/resources/${neighbour}/history`],
  ['DELETE', `/resources/${neighbour}`],
  ['GET', `/geojson?resourceid=${neighbour}`],
  ['GET', `/api/instance_permissions?resourceinstanceid=${neighbour}`],
];

/** Lists requests that write the reference in every way, some of which are invalid. */
async function listWrites(): Promise<readonly Request[]> {
  const mill = await readRecord(reviewer);
  const tile = tileOf(mill, neighbours);
  const withNeighbours = (value: unknown) => ({
    ...mill,
    tiles: mill.tiles.map((original) =>
      original === tile ? withValue(tile, neighbours, value) : original,
    ),
  });
  const linked = await (await reviewer.sendRequest('GET', `${path}?profile=linked`)).text();
  const references: readonly unknown[] = [
    [reference],
    [neighbour],
    [reference, reference],
    [neighbour, 'none'],
    [{ ...reference, ontologyProperty: crm('P130_shows_features_of') }],
    [],
  ];
  const linkedReferences: readonly unknown[] = [
    { '@id': uri },
    { '@id': uri, '@type': crm('E22_Man-Made_Object') },
    { '@id': uri, '@type': crm('E21_Person') },
    { '@id': uri, '@type': [`${baseUrl}/graph/${id(100)}`] },
    { '@id': uri, 'http://www.w3.org/2000/01/rdf-schema#label': 'Neighbour' },
    { '@id': `urn:uuid:${neighbour}` },
    [{ '@id': uri }, { '@id': uri }],
  ];
  const documents: readonly unknown[] = [
    ...references.map(withNeighbours),
    ...linkedReferences.map((linkedReference) => ({
      '@id': `${baseUrl}${path}`,
      '@type': crm('E22_Man-Made_Object'),
      [crm('P130_shows_features_of')]: linkedReference,
    })),
    JSON.parse(linked),
  ];
  const queries = ['dry_run=true&missing=keep', 'missing=keep', 'missing=keep&profile=linked'];
  const putRequests = documents.flatMap((document, turn) =>
    takeInTurn(queries, turn, 1).map((query): Request => ['PUT', `${path}?${query}`, document]),
  );
  return [
    ...putRequests,
    ...references.map((value): Request => [
      'POST',
      `/api/tiles/${referringTileId}`,
      { nodegroup_id: neighbours, resourceinstance_id: oldMill, data: { [neighbours]: value } },
    ]),
    ...references.map((value): Request => [
      'POST',
      '/api/node_value?dry_run=true',
      new URLSearchParams({
        nodeid: neighbours,
        tileid: referringTileId,
        data: JSON.stringify(value),
      }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]),
    [
      'POST',
      '/api/tiles?dry_run=true',
      {
        tileid: id(621),
        nodegroup_id: appellation,
        resourceinstance_id: oldMill,
        data: { [name]: neighbour },
      },
    ],
    ['DELETE', `${path}?dry_run=true`],
    ['DELETE', `${path}?dry_run=true&on_reference=refuse`],
    ['DELETE', `${path}?on_reference=refuse`],
  ];
}

const newId = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-(?!0{9})[0-9a-f]{12}/g;
const newInHistory = /"(?:requestId|id|transaction)":"[^"]*"/g;
const timeOfDay = /\d\d:\d\d:\d\d(?:\.\d+)?/g;

/**
 * Sends a request as the reviewer. @returns the answer without the parts that differ in every answer: new ids, an ETag computed
 * from them, and the time of day
 */
async function fetchComparableAnswer([method, target, body, headers]: Request) {
  const answer = await reviewer.sendRequest(method, target, body, headers);
  const text = await answer.text();
  const textWithoutIds = text.replaceAll(newInHistory, '').replaceAll(newId, '');
  const hasNewIds = text.match(newId) !== null;
  return {
    request: `${method} ${target}`,
    status: answer.status,
    headers: [...answer.headers]
      .filter(([header]) => !/request-?id$/.test(header) && !(hasNewIds && header === 'etag'))
      .map(([header, value]) => `${header}: ${value.replaceAll(timeOfDay, '')}`),
    text: textWithoutIds.replaceAll(timeOfDay, ''),
  };
}

describe('a referenced resource instance that the caller may not see', () => {
  const answers = new Map<string, readonly Awaited<ReturnType<typeof fetchComparableAnswer>>[]>();

  beforeAll(async () => {
    for (const [state, statements] of Object.entries(states)) {
      await storeReferringMill(statements);
      const requests = [...readRequests, ...neighbourRequests, ...(await listWrites())];
      const stateAnswers = [];
      for (const request of requests) stateAnswers.push(await fetchComparableAnswer(request));
      answers.set(state, stateAnswers);
    }
  });

  it.each(Object.keys(states).slice(1))(
    'gets the same answers to all requests whether others may see it or it %s',
    (state) => {
      expect(answers.get(state)).toEqual(answers.get('may be seen by others'));
    },
  );

  it('is the subject of more than 60 requests, some of which are refused', () => {
    const statuses = (answers.get('is deleted') ?? []).map(({ status }) => status);
    expect(statuses.length).toBeGreaterThan(60);
    expect(new Set(statuses)).toEqual(new Set([200, 304, 404, 422]));
  });

  it('appears in RDF only as its URI', async () => {
    await storeReferringMill([]);
    const { text } = await fetchComparableAnswer([
      'GET',
      `${path}?format=n-triples&profile=linked`,
    ]);
    const neighbourLines = text.split('\n').filter((line) => line.includes(uri));
    expect(neighbourLines).toEqual([expect.stringMatching(/P130_shows_features_of> <\S+> \.$/)]);
  });

  it('stays referenced when the document of GET is sent back', async () => {
    await storeReferringMill([]);
    const before = await mills.traces();
    for (const form of ['json-ld', 'json-ld&profile=linked', 'service-json', 'json']) {
      const document = await reviewer.read(`${path}?format=${form}&hidden=false`);
      const answer = await reviewer.sendRequest(
        'PUT',
        `${path}?format=${form.split('&')[0]}`,
        document,
      );
      expect([form, answer.status, await mills.traces()]).toEqual([form, 200, before]);
    }
  });
});
