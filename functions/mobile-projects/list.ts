import * as z from 'zod';

import { run } from '../../lib/data-api/query.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { projectsAnswer } from '../../lib/http/mobile-projects/project-answer.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { indent, oneOf } from '../../lib/http/parameters/parameter-types.ts';
import { accountOnly } from '../../lib/http/request/bearer.ts';
import { mobileProjectsBody } from '../../lib/http/schemas/mobile-projects.ts';
import { listProjects } from '../../lib/queries/mobile-projects/known-projects.ts';

const operation = {
  id: 'list-mobile-projects',
  method: 'GET',
  path: '/mobileprojects',
  summary: 'The mobile projects to which the caller is invited',
  access: 'account',
  capability: 'read',
  parameters: {
    status: 'active gives those only that are set active; all, the default, gives the others too.',
    indent: 'Spaces of indentation, 0 to 10.',
  },
  whenTooLarge: 'Ask for one mobile project by its id.',
  responses: {
    200: {
      meaning: 'The projects, by name.',
      body: mobileProjectsBody,
      headers: ['Cache-Control', 'ETag'],
    },
    304: 'It is what the caller has already.',
    413: 'There are too many projects for one answer.',
  },
} as const satisfies Operation;

/** GET /mobileprojects (specification). */
export const handler = endpoint({
  operation,
  parameters: z.object({ status: oneOf(['active', 'all']), indent }),
  handle: async ({ parameters, principal }, { data }) => {
    const { accountId } = accountOnly(principal);
    const found = await run(data.read, listProjects(accountId, parameters.status === 'active'));
    return projectsAnswer(found, parameters.indent);
  },
});
