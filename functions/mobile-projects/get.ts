import * as z from 'zod';

import { run } from '../../lib/data-api/query.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { askedId } from '../../lib/http/errors/not-visible.ts';
import { projectAnswer } from '../../lib/http/mobile-projects/project-answer.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';
import { accountOnly } from '../../lib/http/request/bearer.ts';
import { mobileProjectBody } from '../../lib/http/schemas/mobile-projects.ts';
import { findProject } from '../../lib/queries/mobile-projects/known-projects.ts';

const operation = {
  id: 'get-mobile-project',
  method: 'GET',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'One mobile project, for those who are invited to it, and for those who manage projects',
  access: 'account',
  capability: 'read',
  parameters: { indent: 'Spaces of indentation, 0 to 10.' },
  responses: {
    200: { meaning: 'The project.', body: mobileProjectBody, headers: ['Cache-Control', 'ETag'] },
    304: 'It is what the caller has already.',
    404: 'There is no mobile project with this id to which the caller is invited.',
  },
} as const satisfies Operation;

/** GET /mobileprojects/{mobile_project_id}. */
export const handler = endpoint({
  operation,
  parameters: z.object({ indent }),
  handle: async ({ path, parameters, principal }, { data }) => {
    const { accountId } = accountOnly(principal);
    const id = askedId(path.mobile_project_id);
    return projectAnswer(await run(data.read, findProject(accountId, id)), parameters.indent);
  },
});
