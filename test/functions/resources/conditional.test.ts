import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { queryColumn, openSampleService, runStatement } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

const forms = ['', '?profile=linked', '?format=json', '?format=service-json', '?format=turtle'];

describe('a conditional GET of a resource instance', () => {
  let service: TestService;
  let id: string;
  let path: string;

  beforeAll(async () => {
    service = await openSampleService();
    await service.openToGuest();
    [id = ''] = await queryColumn(
      service,
      `select r.resource_id
       from resource r
       where r.legacy_id = 'heritage-place/stonehenge'`,
    );
    path = `/resources/${id}`;
    // A resource instance that was changed within this second has no Last-Modified, as it may change again.
    await runStatement(
      service,
      `update resource
       set changed_at = changed_at - interval '1 hour'`,
    );
    await backdateChanges();
  });

  afterAll(async () => service?.close());

  async function backdateChanges(): Promise<void> {
    const statements = [
      `update last_change set changed_at = changed_at - interval '1 hour'`,
      `update activity set end_time = end_time - interval '1 hour'`,
    ];
    for (const statement of statements)
      await service.stack.owner.write({ text: statement, parameters: [] });
  }

  const get = async (
    query = '',
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<Response> => service.fetch(`${path}${query}`, { method, headers });

  const tagOf = async (query = '', headers: Record<string, string> = {}): Promise<string> =>
    (await get(query, headers)).headers.get('etag') ?? '';

  it.each(forms)('is a 304 with one Data API call if the ETag is sent: %s', async (query) => {
    const firstAnswer = await get(query);
    const etag = firstAnswer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"\d+-[0-9a-f]{16}"$/);
    let secondAnswer: Response | undefined;
    const calls = await service.countCalls(async () => {
      secondAnswer = await get(query, { 'If-None-Match': etag });
    });
    expect(secondAnswer?.status).toBe(304);
    expect(await secondAnswer?.text()).toBe('');
    expect(calls).toBe(1);
    expect(secondAnswer?.headers.get('cache-control')).toBe('no-cache');
    for (const name of ['etag', 'vary', 'last-modified', 'link', 'cache-control']) {
      expect([name, secondAnswer?.headers.get(name)]).toEqual([
        name,
        firstAnswer.headers.get(name),
      ]);
    }
  });

  it('accepts the ETag in a list, as a weak tag, and as *', async () => {
    const etag = await tagOf();
    for (const tagList of [`"other", ${etag}`, `W/${etag}`, '*']) {
      const { status } = await get('', { 'If-None-Match': tagList });
      expect([tagList, status]).toEqual([tagList, 304]);
    }
    expect((await get('', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is a 304 for HEAD, and a 404 for an unknown id', async () => {
    const headers = { 'If-None-Match': await tagOf() };
    expect((await get('', headers, 'HEAD')).status).toBe(304);
    const unknownAnswer = await service.fetch(`/resources/${crypto.randomUUID()}`, {
      headers: { 'If-None-Match': '*' },
    });
    expect(unknownAnswer.status).toBe(404);
  });

  it('is a 304 if If-Modified-Since is the time in Last-Modified or later', async () => {
    const lastModified = (await get()).headers.get('last-modified') ?? '';
    const lastModifiedTime = Date.parse(lastModified);
    expect(new Date(lastModifiedTime).toUTCString()).toBe(lastModified);
    const statusSince = async (time: number): Promise<number> =>
      (await get('', { 'If-Modified-Since': new Date(time).toUTCString() })).status;
    expect(await statusSince(lastModifiedTime)).toBe(304);
    expect(await statusSince(lastModifiedTime + 5000)).toBe(304);
    expect(await statusSince(lastModifiedTime - 1000)).toBe(200);
    for (const invalidDate of ['yesterday', '2037-01-01', '+275760-09-13']) {
      expect((await get('', { 'If-Modified-Since': invalidDate })).status).toBe(200);
    }
  });

  it('ignores If-Modified-Since if there is an If-None-Match', async () => {
    const headers = {
      'If-None-Match': '"other"',
      'If-Modified-Since': new Date(Date.now() + 5000).toUTCString(),
    };
    expect((await get('', headers)).status).toBe(200);
  });

  it('has no Last-Modified within the second of a change, because another change may follow', async () => {
    await runStatement(
      service,
      `update resource set changed_at = date_trunc('second', clock_timestamp()) + interval '1 second'`,
    );
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.has('last-modified')).toBe(false);
    expect(
      (await get('', { 'If-Modified-Since': new Date(Date.now() + 9000).toUTCString() })).status,
    ).toBe(200);
    await runStatement(
      service,
      `update resource set changed_at = clock_timestamp() - interval '1 hour'`,
    );
  });

  it('has another ETag for each format, profile, hidden and indent, and for each language if the form depends on it', async () => {
    const tags = await Promise.all(
      [...forms, '?hidden=false', '?indent=2', '?format=xml'].map((query) => tagOf(query)),
    );
    expect(new Set(tags).size).toBe(tags.length);
    const frenchHeaders = { 'Accept-Language': 'fr' };
    expect(await tagOf('?format=service-json', frenchHeaders)).not.toBe(
      await tagOf('?format=service-json'),
    );
    expect(await tagOf('', frenchHeaders)).toBe(await tagOf(''));
  });

  describe('is a 200 after a change of', () => {
    /** The statuses for a caller who sends the ETag, then the Last-Modified, of the state before a change. */
    async function statusesAfter(query: string, statement: string): Promise<readonly number[]> {
      const answerBefore = await get(query);
      const etag = answerBefore.headers.get('etag') ?? '';
      const lastModified = answerBefore.headers.get('last-modified') ?? '';
      expect(lastModified).not.toBe('');
      await service.stack.owner.write({ text: statement, parameters: [] });
      const answerToTag = await get(query, { 'If-None-Match': etag });
      const answerToTime = await get(query, { 'If-Modified-Since': lastModified });
      await backdateChanges();
      return [answerToTag.status, answerToTime.status];
    }

    it('a tile', async () => {
      const statuses = await statusesAfter(
        '',
        `with changed as (
           update tile
           set data = data || jsonb_build_object('added', 1)
           where resource_id = '${id}'
         )
         update resource
         set version = version + 1, changed_at = clock_timestamp()
         where resource_id = '${id}'`,
      );
      expect(statuses).toEqual([200, 200]);
      await runStatement(
        service,
        `update resource set changed_at = clock_timestamp() - interval '1 hour'`,
      );
    });

    it('a label of a concept in the document', async () => {
      const statuses = await statusesAfter(
        '?profile=linked',
        `update concept_value
         set value = value || ' (renamed)'
         where value_type = 'prefLabel'`,
      );
      expect(statuses).toEqual([200, 200]);
    });

    it('the models', async () => {
      const statuses = await statusesAfter(
        '?format=turtle',
        `with published as (
           insert into publication (publication_id, graph_id, document)
           select gen_random_uuid(), p.graph_id, p.document
           from publication p
           returning publication_id, graph_id
         )
         update graph
         set publication_id = p.publication_id
         from published p
         where p.graph_id = graph.graph_id`,
      );
      expect(statuses).toEqual([200, 200]);
    });

    it('the rights of the caller', async () => {
      const statuses = await statusesAfter(
        '',
        `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access)
         select t.nodegroup_id, g.account_group_id, true
         from tile t
         join account_group g on g.name = 'Guest'
         where t.resource_id = '${id}'
         order by t.nodegroup_id
         limit 1`,
      );
      expect(statuses).toEqual([200, 200]);
    });

    it('the name of another resource instance that the document contains', async () => {
      const [referrer] = await queryColumn(
        service,
        `select o.from_resource_id
         from resource_relation o
         join tile t on t.tile_id = o.tile_id
         where t.nodegroup_id in (select r.nodegroup_id from readable_nodegroup(null) r)
         limit 1`,
      );
      path = `/resources/${referrer}`;
      const statuses = await statusesAfter(
        '?profile=linked',
        `update resource
         set
           descriptors = replace(descriptors::text, '"value": "', '"value": "New ')::jsonb,
           changed_at = clock_timestamp()
         where resource_id in (
           select o.to_resource_id
           from resource_relation o
           where o.from_resource_id = '${referrer}'
         )`,
      );
      expect(statuses).toEqual([200, 200]);
      path = `/resources/${id}`;
    });
  });

  it('has another ETag for a caller with other rights', async () => {
    const account = await createTestAccount(service, 'administrator', { isAdministrator: true });
    const { clientId } = await createTestApplication(service, account);
    const { access_token: token } = await fetchTokens(service, 'administrator', clientId);
    expect(await tagOf('', bearerHeader(token))).not.toBe(await tagOf());
  });
});
