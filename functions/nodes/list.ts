import * as z from 'zod';

import { callerOf } from '../../lib/model/accounts/caller.ts';
import { run } from '../../lib/data-api/query.ts';
import { json, withHeaders } from '../../lib/http/answers/answer.ts';
import {
  indent,
  nodegroupRight,
  optionalTrueOrFalse,
  text,
  uuid,
} from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { readableNodes } from '../../lib/queries/nodes/nodes.ts';
import { nodeRows } from '../../lib/serializers/nodes/node-rows.ts';

const operation = {
  id: 'list-nodes',
  method: 'GET',
  path: '/api/nodes',
  summary: 'The nodes of resource models whose values the caller may read',
  access: 'open',
  capability: 'statements',
  parameters: {
    nodeid: 'Only this node.',
    graph_id: 'Only nodes of this resource model.',
    nodegroup_id: 'Only nodes of this nodegroup.',
    datatype: 'Only nodes of this datatype.',
    name: 'Only nodes of this name.',
    alias: 'Only nodes of this alias.',
    description: 'Only nodes of this description.',
    ontologyclass: 'Only nodes of this class: a URI.',
    fieldname: 'Only nodes of this field name.',
    exportable: 'Only nodes that are exported, or are not: true or false.',
    isrequired: 'Only nodes that need a value, or do not: true or false.',
    issearchable: 'Only nodes that are searched, or are not: true or false.',
    istopnode: 'Only roots of resource models, or all others: true or false.',
    hascustomalias: 'Only nodes whose alias somebody chose, or all others: true or false.',
    perms:
      'What the caller must be allowed to do: read_nodegroup, write_nodegroup or delete_nodegroup.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  whenTooLarge: 'Ask for the nodes of one resource model with graph_id.',
  responses: {
    200: { meaning: 'An array of nodes, empty where none is like that.', body: 'nodeRows' },
    400: 'A parameter breaks its rule.',
    413: 'There are too many nodes for one answer.',
  },
} as const satisfies Operation;

/** GET /api/nodes, as existing clients call it: nodes by the columns that are given. */
export const handler = endpoint({
  operation,
  parameters: z.object({
    nodeid: uuid,
    graph_id: uuid,
    nodegroup_id: uuid,
    datatype: text,
    name: text,
    alias: text,
    description: text,
    ontologyclass: text,
    fieldname: text,
    exportable: optionalTrueOrFalse,
    isrequired: optionalTrueOrFalse,
    issearchable: optionalTrueOrFalse,
    istopnode: optionalTrueOrFalse,
    hascustomalias: optionalTrueOrFalse,
    perms: nodegroupRight,
    indent,
  }),
  handle: async ({ parameters, principal, languages }, { data, settings }) => {
    const { perms, indent: _, ...columns } = parameters;
    const filter = { columns: given(columns), right: perms };
    const found = await run(data.read, readableNodes(callerOf(principal), filter));
    const wanted = [...languages, settings.language];
    const rows = found.flatMap((nodes) => nodeRows(nodes, wanted));
    return withHeaders(json(rows), { Vary: 'Accept-Language' });
  },
});

/** The columns that have a value, as text. */
function given(
  columns: Readonly<Record<string, string | boolean | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
