import * as descriptions from '../../lib/http/description/descriptions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import {
  fieldProjectResponse,
  projectResponse,
} from '../../lib/http/mobile-projects/project-response.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { findFieldProject } from '../../lib/queries/mobile-projects/field-projects.ts';
import { findProject } from '../../lib/queries/mobile-projects/visible-projects.ts';

/** GET /mobileprojects/{mobile_project_id}. */
export const handler = createDataHandler({
  id: 'get-mobile-project',
  method: 'GET',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'One mobile project, for accounts that are invited to it or manage mobile projects',
  access: 'account',
  capability: 'read',
  parameters: indentOnlyParameters,
  tooLargeHint: 'Send the token in the header Authorization, to leave out the resource models.',
  responses: {
    200: {
      description:
        'The project. If the token is sent in X-Authorization only, as mobile clients do: a list with this project and the resource models of its cards.',
      body: 'mobileProjectOrFieldProject',
      headers: ['Cache-Control', 'ETag'],
    },
    304: descriptions.notModified,
    404: descriptions.projectNotFound,
  },
  handle: async function handleGetMobileProject(
    { path, parameters, principal, header, languages },
    { read, settings },
  ) {
    const { accountId } = requireAccount(principal);
    const id = uuidOrNilUuid(path.mobile_project_id);
    // Only this header distinguishes mobile clients from others.
    if (header('x-authorization') !== undefined && header('authorization') === undefined) {
      const projects = await read(findFieldProject(accountId, id));
      return fieldProjectResponse(projects, parameters.indent, languages, settings.language);
    }
    return projectResponse(await read(findProject(accountId, id)), parameters.indent);
  },
});
