import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import {
  fieldProjectListResponse,
  projectListResponse,
} from '../../lib/http/mobile-projects/project-response.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { listFieldProjects } from '../../lib/queries/mobile-projects/field-projects.ts';
import { listProjects } from '../../lib/queries/mobile-projects/visible-projects.ts';

const statusSchema = z
  .enum(['active', 'all', ''], { error: 'must be active, all or empty.' })
  .optional();

/** GET /mobileprojects (specification). Mobile clients send `?status`. */
export const handler = createDataHandler({
  id: 'list-mobile-projects',
  method: 'GET',
  path: '/mobileprojects',
  summary: 'The mobile projects to which the caller is invited',
  access: 'account',
  capability: 'read',
  parameters: z.object({
    status: statusSchema.describe(
      'active: only active projects; all (default): all projects; empty: the layout of mobile clients, with all projects by id and the resource models of their cards.',
    ),
    indent: indentParameter,
  }),
  tooLargeHint: 'Request one mobile project by its id.',
  responses: {
    200: {
      description:
        'The projects, ordered by name. With an empty status: an object with the projects by id.',
      body: 'mobileProjectsOrFieldProjects',
      headers: ['Cache-Control', 'ETag'],
    },
    304: descriptions.notModified,
  },
  handle: async function handleListMobileProjects(
    { parameters, principal, languages },
    { read, settings },
  ) {
    const { accountId } = requireAccount(principal);
    if (parameters.status === '') {
      const projects = await read(listFieldProjects(accountId));
      const { indent } = parameters;
      return fieldProjectListResponse(projects, indent, languages, settings.language);
    }
    const projects = await read(listProjects(accountId, parameters.status ?? 'all'));
    return projectListResponse(projects, parameters.indent);
  },
});
