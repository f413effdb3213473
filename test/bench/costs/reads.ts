import { encodeCursor } from '../../../lib/http/parameters/cursor.ts';
import type { CostExamples } from './examples.ts';
import type { BareStatement, CostRequest } from './request.ts';

type Read = Omit<CostRequest, 'method' | 'bare'> & { readonly bare: BareStatement };

const countMembersOf =
  (key: string) =>
  (body: string): number => {
    const document: Readonly<Record<string, readonly unknown[]>> = JSON.parse(body);
    return document[key]?.length ?? 0;
  };
const countElements = (body: string): number => {
  const list: readonly unknown[] = JSON.parse(body);
  return list.length;
};
const returnOne = (): number => 1;

/** Builds every read of data, in several depths and sizes. @param account the id of the account that sends requests with a token */
export function buildReadRequests(examples: CostExamples, account: number): readonly CostRequest[] {
  return [
    ...listReads(examples),
    ...resourceReads(examples),
    ...modelReads(examples),
    ...thesaurusReads(examples),
    ...historyReads(examples),
    ...otherReads(examples, account),
    ...geometryReads(examples),
  ].map((read) => ({ method: 'GET', ...read, bare: [read.bare] }));
}

/** A limit above the number of all tiles. */
const allTiles = 2_147_483_647;

/** Names of requests: pages by cursor are compared with the first page. */
export const firstPageName = 'GET /resources/?limit=100';
export const deepCursorName = 'GET /resources/?cursor at depth 600, limit=100';
export const firstPageOfGraphName = 'GET /resources/?graph, limit=100';
export const deepCursorOfGraphName = 'GET /resources/?graph, cursor at depth 600, limit=100';

function listReads(examples: CostExamples): readonly Read[] {
  const { graph, deepId, deepIdOfGraph, deepPage, deepPageSize } = examples;
  const cursor = (id: string): string => `cursor=${encodeCursor(id)}`;
  const createListRead = (name: string, query: string, bare: BareStatement): Read => ({
    name,
    path: `/resources/${query}`,
    bare,
    countItems: countMembersOf('ldp:contains'),
    countBareItems: ([ids = '']) => (ids === '' ? 0 : countElements(ids)),
  });
  return [
    createListRead('GET /resources/ (500 ids)', '', { file: 'list', values: [501, 0] }),
    createListRead(firstPageName, '?limit=100', { file: 'list', values: [101, 0] }),
    createListRead(deepCursorName, `?limit=100&${cursor(deepId)}`, {
      file: 'list-after',
      values: [101, deepId],
    }),
    createListRead('GET /resources/?page=2, limit=100', '?limit=100&page=2', {
      file: 'list',
      values: [101, 100],
    }),
    createListRead(
      `GET /resources/?page=${deepPage}, limit=${deepPageSize}`,
      `?limit=${deepPageSize}&page=${deepPage}`,
      {
        file: 'list',
        values: [deepPageSize + 1, deepPageSize * (deepPage - 1)],
      },
    ),
    createListRead('GET /resources/?graph (500 ids)', `?graph=${graph}`, {
      file: 'list-of-graph',
      values: [501, graph, 0],
    }),
    createListRead(firstPageOfGraphName, `?graph=${graph}&limit=100`, {
      file: 'list-of-graph',
      values: [101, graph, 0],
    }),
    createListRead(deepCursorOfGraphName, `?graph=${graph}&limit=100&${cursor(deepIdOfGraph)}`, {
      file: 'list-of-graph-after',
      values: [101, graph, deepIdOfGraph],
    }),
    createListRead('GET /resources/?graph, page=2, limit=100', `?graph=${graph}&limit=100&page=2`, {
      file: 'list-of-graph',
      values: [101, graph, 100],
    }),
    createListRead(
      `GET /resources/?graph, page=${examples.deepPageOfGraph}, limit=${examples.deepPageSizeOfGraph}`,
      `?graph=${graph}&limit=${examples.deepPageSizeOfGraph}&page=${examples.deepPageOfGraph}`,
      {
        file: 'list-of-graph',
        values: [
          examples.deepPageSizeOfGraph + 1,
          graph,
          examples.deepPageSizeOfGraph * (examples.deepPageOfGraph - 1),
        ],
      },
    ),
  ];
}

function resourceReads({ usual, large }: CostExamples): readonly Read[] {
  const asTiles = ['json', 'service-json', 'arches-json'];
  const withNames = ['json-ld', 'json-ld&profile=linked', 'turtle', 'xml', 'n-triples'];
  const createResourceRead = (id: string, which: string, format: string, file: string): Read => ({
    name: `GET /resources/{id}?format=${format} (${which})`,
    path: `/resources/${id}?format=${format}`,
    bare: { file, values: [id] },
    ...(format === 'service-json'
      ? { countItems: (body) => countMembersOf('tiles')(body) + 1 }
      : {}),
  });
  return [
    ...asTiles.map((format) => createResourceRead(usual, 'usual', format, 'resource')),
    ...withNames.map((format) => createResourceRead(usual, 'usual', format, 'resource-with-names')),
    ...asTiles.slice(0, 2).map((format) => createResourceRead(large, 'large', format, 'resource')),
    createResourceRead(large, 'large', 'json-ld', 'resource-with-names'),
  ];
}

function modelReads({ graph, node, tile }: CostExamples): readonly Read[] {
  return [
    {
      name: 'GET /graphs',
      path: '/graphs',
      bare: { file: 'graphs', values: [] },
      countItems: countElements,
    },
    {
      name: 'GET /graphs/{id}',
      path: `/graphs/${graph}`,
      bare: { file: 'graph', values: [graph] },
      countItems: returnOne,
    },
    {
      name: 'GET /api/nodes',
      path: '/api/nodes',
      bare: { file: 'all-nodes', values: [] },
      countItems: countElements,
    },
    {
      name: 'GET /api/nodes?graph_id',
      path: `/api/nodes?graph_id=${graph}`,
      bare: { file: 'nodes', values: [graph] },
      countItems: countElements,
    },
    {
      name: 'GET /api/nodes/{id}',
      path: `/api/nodes/${node}`,
      bare: { file: 'node', values: [node] },
      countItems: returnOne,
    },
    {
      name: 'GET /api/tiles/{id}',
      path: `/api/tiles/${tile}`,
      bare: { file: 'tile', values: [tile] },
      countItems: returnOne,
    },
    {
      name: 'GET /tile/{id}/node/{id}',
      path: `/tile/${tile}/node/${node}`,
      bare: { file: 'tile-node', values: [tile, node] },
      countItems: returnOne,
    },
  ];
}

function thesaurusReads({ concept, collection, word }: CostExamples): readonly Read[] {
  const createConceptRead = (format: string): Read => ({
    name: `GET /rdm/concepts/{id}?format=${format} (10 narrower)`,
    path: `/rdm/concepts/${concept}?format=${format}`,
    bare: { file: 'concept', values: [concept] },
  });
  return [
    {
      name: 'GET /rdm/concepts',
      path: '/rdm/concepts',
      bare: { file: 'thesauri', values: [101] },
      countItems: countElements,
    },
    createConceptRead('json'),
    createConceptRead('json-ld'),
    {
      name: 'GET /rdm/collections/{id} (20 members)',
      path: `/rdm/collections/${collection}`,
      bare: { file: 'collection', values: [collection, 501] },
      countItems: (body) => countMembersOf('members')(body) + 1,
    },
    {
      name: 'GET /rdm/concepts/search?q',
      path: `/rdm/concepts/search?q=${encodeURIComponent(word)}`,
      bare: { file: 'search', values: [word, 26] },
    },
  ];
}

function historyReads({ items, usual }: CostExamples): readonly Read[] {
  const lastPage = Math.ceil(items / 100);
  const createPageRead = (name: string, number: number): Read => ({
    name: `GET /history/{page} (${name})`,
    path: `/history/${number}`,
    bare: { file: 'activity', values: [(number - 1) * 100 + 1, number * 100] },
    countItems: countMembersOf('orderedItems'),
  });
  return [
    {
      name: 'GET /history/',
      path: '/history/',
      bare: { file: 'stream', values: [] },
      countItems: returnOne,
    },
    createPageRead('the first', 1),
    createPageRead('the last', lastPage),
    {
      name: 'GET /history/item/{ordinal}',
      path: `/history/item/${items}`,
      bare: { file: 'activity', values: [items, items] },
      countItems: returnOne,
    },
    {
      name: 'GET /history/?type=Create',
      path: '/history/?type=Create',
      bare: { file: 'activity-of-type', values: [101, 'Create'] },
    },
    {
      name: 'GET /resources/{id}/activity',
      path: `/resources/${usual}/activity`,
      bare: { file: 'activity-of-resource', values: [usual] },
      countItems: countMembersOf('orderedItems'),
    },
    {
      name: 'GET /resources/{id}/history',
      path: `/resources/${usual}/history`,
      bare: { file: 'edits', values: [usual, 101] },
      countItems: countMembersOf('edits'),
    },
  ];
}

function otherReads({ usual }: CostExamples, account: number): readonly Read[] {
  return [
    {
      name: 'GET /user/{id}',
      path: `/user/${account}`,
      only: 'an account',
      bare: { file: 'profile', values: [account] },
      countItems: returnOne,
    },
    {
      name: 'GET /api/instance_permissions',
      path: `/api/instance_permissions?resourceinstanceid=${usual}`,
      bare: { file: 'resource-is-there', values: [usual] },
      countItems: returnOne,
    },
  ];
}

function geometryReads({ usual, nodegroups, geometryTile }: CostExamples): readonly Read[] {
  const createPageRead = (name: string, query: string, bare: BareStatement): Read => ({
    name: `GET /geojson?limit=100${name}`,
    path: `/geojson?limit=100${query}`,
    bare,
  });
  const values = `&nodegroups=${nodegroups}`;
  const withValues = [100, `{${nodegroups}}`];
  const items = countMembersOf('features');
  return [
    {
      name: 'GET /geojson?resourceid',
      path: `/geojson?resourceid=${usual}`,
      bare: { file: 'features-of-resource', values: [usual] },
      countItems: items,
    },
    {
      name: 'GET /geojson?resourceid, nodegroups',
      path: `/geojson?resourceid=${usual}${values}`,
      bare: { file: 'features-with-values', values: [usual, `{${nodegroups}}`] },
    },
    {
      name: 'GET /geojson?tileid',
      path: `/geojson?tileid=${geometryTile}`,
      bare: { file: 'features-of-tile', values: [geometryTile] },
      countItems: items,
    },
    { ...createPageRead('', '', { file: 'features', values: [100] }), countItems: items },
    createPageRead(', nodegroups', values, {
      file: 'features-with-values-of-page',
      values: withValues,
    }),
    createPageRead(', nodegroups, use_display_values', `${values}&use_display_values`, {
      file: 'features-in-words',
      values: withValues,
    }),
    {
      ...createPageRead(', include_primary_name', '&include_primary_name', {
        file: 'features-with-names',
        values: [100],
      }),
      countItems: items,
    },
    {
      name: 'GET /geojson (whole)',
      path: '/geojson',
      bare: { file: 'features', values: [allTiles] },
      countItems: items,
    },
  ];
}
