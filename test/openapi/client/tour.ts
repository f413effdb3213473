import createClient from 'openapi-fetch';

import type { paths } from './api.ts';

type Traveller = {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
};

/**
 * The tour of the README, with a client that knows only the types of the description. A test compiles it.
 * @param url of the service
 * @param resourceId the id of a resource instance
 * @returns the results
 */
export async function tour(url: string, resourceId: string, traveller: Traveller) {
  const client = createClient<paths>({
    baseUrl: url,
    querySerializer: { array: { style: 'form', explode: false } },
  });
  const resourcePath = { resource_instance_id: resourceId };

  const list = await client.GET('/resources', { params: { query: { limit: 3 } } });
  const listed =
    typeof list.data === 'object' && 'ldp:contains' in list.data ? list.data : undefined;

  const resourceAnswer = await client.GET('/resources/{resource_instance_id}', {
    params: { path: resourcePath, query: { format: 'json' } },
  });
  const business =
    typeof resourceAnswer.data === 'object' &&
    !('@id' in resourceAnswer.data) &&
    'business_data' in resourceAnswer.data
      ? resourceAnswer.data
      : undefined;
  const [record] = business?.business_data.resources ?? [];

  const turtle = await client.GET('/resources/{resource_instance_id}', {
    params: { path: resourcePath, query: { format: 'turtle', profile: 'linked' } },
    parseAs: 'text',
  });

  const map = await client.GET('/geojson', {
    params: { query: { resourceid: [resourceId], include_primary_name: true, precision: 2 } },
  });
  const collection = typeof map.data === 'object' ? map.data : undefined;
  const [feature] = collection?.features ?? [];

  const schemes = await client.GET('/rdm/concepts', {
    params: { query: { nodetype: 'ConceptScheme' } },
  });
  const [scheme] = typeof schemes.data === 'object' ? schemes.data : [];
  const tree = await client.GET('/rdm/concepts/{concept_instance_id}', {
    params: {
      path: { concept_instance_id: scheme?.id ?? '' },
      query: { format: 'json', depthlimit: 1 },
    },
  });

  const signedIn = await client.POST('/o/token', {
    body: {
      grant_type: 'password',
      client_id: traveller.clientId,
      username: traveller.username,
      password: traveller.password,
    },
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  const headers = { Authorization: `Bearer ${signedIn.data?.access_token}` };

  const document = await client.GET('/resources/{resource_instance_id}', {
    params: { path: resourcePath, query: { format: 'json-ld' } },
    headers,
  });
  const sentDocument =
    typeof document.data === 'object' && '@id' in document.data ? document.data : undefined;
  if (sentDocument === undefined) throw new Error('There is no JSON-LD document.');
  const change = await client.PUT('/resources/{resource_instance_id}', {
    params: { path: resourcePath, query: { dry_run: true } },
    body: sentDocument,
    headers: { ...headers, 'Content-Type': 'application/ld+json' },
  });
  const summary = change.data !== undefined && 'dry_run' in change.data ? change.data : undefined;

  const stream = await client.GET('/history', { headers });
  const history =
    typeof stream.data === 'object' && 'totalItems' in stream.data ? stream.data : undefined;

  // @ts-expect-error The description declares a number.
  const refusedAnswer = await client.GET('/geojson', { params: { query: { precision: 'many' } } });

  return {
    listed: listed?.['ldp:contains'].length,
    model: record?.resourceinstance.graph_id,
    hasTiles: (record?.tiles.length ?? 0) > 0,
    turtle: turtle.data,
    geometry: feature?.geometry.type,
    name: feature?.properties['primary_name'],
    concept:
      typeof tree.data === 'object' && 'nodetype' in tree.data ? tree.data.nodetype : undefined,
    scope: signedIn.data?.scope,
    change: summary?.change,
    hasHistory: (history?.totalItems ?? 0) > 0,
    refused: refusedAnswer.error?.errors?.map(({ pointer }) => pointer),
  };
}
