import * as z from 'zod';

import { json, withHeaders } from '../../lib/http/answers/answer.ts';
import {
  indent,
  nodegroupRight,
  optionalTrueOrFalse,
  text,
  uuid,
} from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { readableNodes } from '../../lib/queries/nodes/nodes.ts';
import { nodeRows } from '../../lib/serializers/nodes/node-rows.ts';

/** GET /api/nodes, as existing clients call it: nodes by the columns that are given. */
export const handler = endpoint({
  id: 'list-nodes',
  method: 'GET',
  path: '/api/nodes',
  summary: 'The nodes of resource models whose values the caller may read',
  access: 'open',
  capability: 'statements',
  parameters: z.object({
    nodeid: uuid.describe('Only this node.'),
    graph_id: uuid.describe('Only nodes of this resource model.'),
    nodegroup_id: uuid.describe('Only nodes of this nodegroup.'),
    datatype: text.describe('Only nodes of this datatype.'),
    name: text.describe('Only nodes of this name.'),
    alias: text.describe('Only nodes of this alias.'),
    description: text.describe('Only nodes of this description.'),
    ontologyclass: text.describe('Only nodes of this class: a URI.'),
    fieldname: text.describe('Only nodes of this field name.'),
    exportable: optionalTrueOrFalse.describe(
      'Only nodes that are exported, or are not: true or false.',
    ),
    isrequired: optionalTrueOrFalse.describe(
      'Only nodes that need a value, or do not: true or false.',
    ),
    issearchable: optionalTrueOrFalse.describe(
      'Only nodes that are searched, or are not: true or false.',
    ),
    istopnode: optionalTrueOrFalse.describe(
      'Only roots of resource models, or all others: true or false.',
    ),
    hascustomalias: optionalTrueOrFalse.describe(
      'Only nodes whose alias somebody chose, or all others: true or false.',
    ),
    perms: nodegroupRight.describe(
      'What the caller must be allowed to do: read_nodegroup, write_nodegroup or delete_nodegroup.',
    ),
    indent,
  }),
  whenTooLarge: 'Ask for the nodes of one resource model with graph_id.',
  responses: {
    200: { meaning: 'An array of nodes, empty where none is like that.', body: 'nodeRows' },
  },
  handle: async ({ parameters, caller, languages }, { read, settings }) => {
    const { perms, indent: _, ...columns } = parameters;
    const filter = { columns: given(columns), right: perms };
    const nodesOfModels = await read(readableNodes(caller, filter));
    const readerLanguages = [...languages, settings.language];
    const rows = nodesOfModels.flatMap((nodes) => nodeRows(nodes, readerLanguages));
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
