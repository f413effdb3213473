import * as z from 'zod';

import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  fieldProjectListResponse,
  projectListResponse,
} from '../../lib/http/mobile-projects/project-response.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { listFieldProjects } from '../../lib/queries/mobile-projects/field-projects.ts';
import { listProjects } from '../../lib/queries/mobile-projects/visible-projects.ts';

const status = z
  .enum(['active', 'all', ''], { error: 'must be active or all, or have no value.' })
  .optional();

/** GET /mobileprojects (specification); `?status` as mobile clients ask. */
export const handler = createDataHandler({
  id: 'list-mobile-projects',
  method: 'GET',
  path: '/mobileprojects',
  summary: 'The mobile projects to which the caller is invited',
  access: 'account',
  capability: 'statements',
  parameters: z.object({
    status: status.describe(
      'active gives those only that are set active; all, the default, gives the others too. Without a value it asks for the form of mobile clients: all by id, with the resource models of their cards.',
    ),
    indent,
  }),
  tooLargeAdvice: 'Ask for one mobile project by its id.',
  responses: {
    200: {
      description: 'The projects, by name. Or, with an empty status, an object by their ids.',
      body: 'mobileProjectListForms',
      headers: ['Cache-Control', 'ETag'],
    },
    304: 'It is what the caller has already.',
  },
  handle: async ({ parameters, principal, languages }, { read, settings }) => {
    const { accountId } = requireAccount(principal);
    if (parameters.status === '') {
      const projects = await read(listFieldProjects(accountId));
      return fieldProjectListResponse(projects, parameters.indent, [
        ...languages,
        settings.language,
      ]);
    }
    const projects = await read(listProjects(accountId, parameters.status === 'active'));
    return projectListResponse(projects, parameters.indent);
  },
});
