import * as z from 'zod';

import { callerOf } from '../../lib/model/accounts/caller.ts';
import { run } from '../../lib/data-api/query.ts';
import { json } from '../../lib/http/answers/answer.ts';
import { indent, nameList, trueOrFalse } from '../../lib/http/parameters/parameter-types.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notVisible } from '../../lib/http/errors/not-visible.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { findGraph } from '../../lib/queries/graphs/graphs.ts';
import { graphDocument } from '../../lib/serializers/graphs/document.ts';
import { graphDocument as graphDocumentSchema } from '../../lib/http/schemas/graphs.ts';

const operation = {
  id: 'get-graph',
  method: 'GET',
  path: '/graphs/{graph_id_or_slug}',
  summary: 'One resource model, as far as the caller may read it',
  access: 'secured',
  capability: 'read',
  parameters: {
    cards: 'false gives the graph alone, without cards, their widgets and datatypes.',
    exclude: 'Parts to leave out, of the answer or of the graph: names separated by commas.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  whenTooLarge: 'Leave out indent, and parts with cards=false or exclude.',
  responses: {
    200: {
      meaning: 'The resource model: datatypes, cards, graph and cardwidgets.',
      body: graphDocumentSchema,
    },
    404: 'There is none with this id or slug of which the caller may read anything.',
    413: 'The resource model is too large for one answer.',
  },
} as const satisfies Operation;

const unknown = 'There is no resource model with this id or slug that you may see.';

/** GET /graphs/{graph_id_or_slug}, as existing clients call it. */
export const handler = endpoint({
  operation,
  parameters: z.object({ cards: trueOrFalse(true), exclude: nameList, indent }),
  handle: async ({ parameters, path, principal }, { data, settings }) => {
    const query = findGraph(callerOf(principal), path.graph_id_or_slug);
    const { mayReadAnything, graph } = await run(data.read, query);
    if (graph === undefined) throw notVisible(principal, mayReadAnything, unknown);
    const { cards: withCards, exclude } = parameters;
    const { language } = settings;
    return json(graphDocument(graph, { withCards, exclude, language }));
  },
});
