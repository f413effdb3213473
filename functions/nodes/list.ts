import * as z from 'zod';

import * as sentences from '../../lib/http/description/sentences.ts';
import { jsonResponse, withHeaders } from '../../lib/http/responses/response.ts';
import {
  indent,
  nodegroupRight,
  optionalBoolean,
  text,
  uuidParameter,
} from '../../lib/http/parameters/parameter-types.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { listNodes } from '../../lib/queries/nodes/nodes.ts';
import { nodeListDocument } from '../../lib/serializers/nodes/node-list.ts';

/** GET /api/nodes (existing clients): nodes filtered by columns. */
export const handler = createDataHandler({
  id: 'list-nodes',
  method: 'GET',
  path: '/api/nodes',
  summary: 'The nodes of resource models whose values the caller may read',
  access: 'open',
  capability: 'statements',
  parameters: z.object({
    nodeid: uuidParameter.describe('Only this node.'),
    graph_id: uuidParameter.describe('Only nodes of this resource model.'),
    nodegroup_id: uuidParameter.describe('Only nodes of this nodegroup.'),
    datatype: text.describe('Only nodes of this datatype.'),
    name: text.describe('Only nodes of this name.'),
    alias: text.describe('Only nodes of this alias.'),
    description: text.describe('Only nodes of this description.'),
    ontologyclass: text.describe('Only nodes of this class: a URI.'),
    fieldname: text.describe('Only nodes of this field name.'),
    exportable: optionalBoolean.describe('Only nodes that are exported (true) or not (false).'),
    isrequired: optionalBoolean.describe('Only nodes that need a value (true) or not (false).'),
    issearchable: optionalBoolean.describe('Only nodes that are searched (true) or not (false).'),
    istopnode: optionalBoolean.describe(
      'Only roots of resource models (true) or all others (false).',
    ),
    hascustomalias: optionalBoolean.describe(
      'Only nodes with a custom alias (true) or all others (false).',
    ),
    perms: nodegroupRight.describe(sentences.rightOfCaller),
    indent,
  }),
  tooLargeAdvice: 'Request the nodes of one resource model with graph_id.',
  responses: {
    200: { description: 'An array of nodes, empty if none match.', body: 'nodeRows' },
  },
  handle: async ({ parameters, caller, languages }, { read, settings }) => {
    const { perms, indent: _, ...columns } = parameters;
    const filter = { columns: toFilterColumns(columns), right: perms };
    const nodesOfModels = await read(listNodes(caller, filter));
    const readerLanguages = [...languages, settings.language];
    const rows = nodesOfModels.flatMap((nodes) => nodeListDocument(nodes, readerLanguages));
    return withHeaders(jsonResponse(rows), { Vary: 'Accept-Language' });
  },
});

function toFilterColumns(
  columns: Readonly<Record<string, string | boolean | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
