import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { jsonResponse, withHeaders } from '../../lib/http/responses/response.ts';
import { optionalBooleanParameter } from '../../lib/http/parameters/types/booleans.ts';
import { nodegroupRightParameter } from '../../lib/http/parameters/types/nodegroup-rights.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { textParameter, uuidParameter } from '../../lib/http/parameters/types/texts.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { listNodes } from '../../lib/queries/nodes/nodes.ts';
import { nodeListDocument } from '../../lib/serializers/nodes/node-list.ts';

/** GET /api/nodes (existing clients): nodes filtered by columns. */
export const handler = createDataHandler({
  id: 'list-nodes',
  method: 'GET',
  path: '/api/nodes',
  summary: 'The nodes of resource models whose values the caller may read',
  access: 'optional-token',
  capability: 'read',
  parameters: z.object({
    nodeid: uuidParameter.describe('Only this node.'),
    graph_id: uuidParameter.describe('Only nodes of this resource model.'),
    nodegroup_id: uuidParameter.describe('Only nodes of this nodegroup.'),
    datatype: textParameter.describe('Only nodes of this datatype.'),
    name: textParameter.describe('Only nodes of this name.'),
    alias: textParameter.describe('Only nodes of this alias.'),
    description: textParameter.describe('Only nodes of this description.'),
    ontologyclass: textParameter.describe('Only nodes of this class: a URI.'),
    fieldname: textParameter.describe('Only nodes of this field name.'),
    exportable: optionalBooleanParameter.describe(
      'Only nodes that are exported (true) or not (false).',
    ),
    isrequired: optionalBooleanParameter.describe(
      'Only nodes that need a value (true) or not (false).',
    ),
    issearchable: optionalBooleanParameter.describe(
      'Only nodes that are searched (true) or not (false).',
    ),
    istopnode: optionalBooleanParameter.describe(
      'Only roots of resource models (true) or all others (false).',
    ),
    hascustomalias: optionalBooleanParameter.describe(
      'Only nodes with a custom alias (true) or all others (false).',
    ),
    perms: nodegroupRightParameter.describe(descriptions.nodegroupRight),
    indent: indentParameter,
  }),
  tooLargeHint: 'Request the nodes of one resource model with graph_id.',
  responses: {
    200: { description: 'An array of nodes, empty if none match.', body: 'nodeRows' },
  },
  handle: async function handleListNodes({ parameters, caller, languages }, { read, settings }) {
    const { perms, indent: _, ...columns } = parameters;
    const filter = { columns: toFilterColumns(columns), right: perms };
    const nodesOfModels = await read(listNodes(caller, filter));
    const rows = nodesOfModels.flatMap((nodes) =>
      nodeListDocument(nodes, languages, settings.language),
    );
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
