import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNil } from '../../lib/http/errors/not-visible.ts';
import {
  fieldProjectResponse,
  projectResponse,
} from '../../lib/http/mobile-projects/project-response.ts';
import { indentOnly } from '../../lib/http/parameters/parameter-types.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { findFieldProject } from '../../lib/queries/mobile-projects/field-projects.ts';
import { findProject } from '../../lib/queries/mobile-projects/visible-projects.ts';

/** GET /mobileprojects/{mobile_project_id}. */
export const handler = createDataHandler({
  id: 'get-mobile-project',
  method: 'GET',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'One mobile project, for those who are invited to it, and for those who manage projects',
  access: 'account',
  capability: 'statements',
  parameters: indentOnly,
  tooLargeAdvice:
    'Send the token in the header Authorization: then the resource models are left out.',
  responses: {
    200: {
      description:
        'The project. Or, where the token came in X-Authorization alone, as mobile clients send it, a list of one, with the resource models of its cards.',
      body: 'mobileProjectForms',
      headers: ['Cache-Control', 'ETag'],
    },
    304: 'It is what the caller has already.',
    404: 'There is no mobile project with this id to which the caller is invited.',
  },
  handle: async ({ path, parameters, principal, header, languages }, { read, settings }) => {
    const { accountId } = requireAccount(principal);
    const id = uuidOrNil(path.mobile_project_id);
    // Mobile clients say in no other way who they are.
    if (header('x-authorization') !== undefined && header('authorization') === undefined) {
      const projects = await read(findFieldProject(accountId, id));
      return fieldProjectResponse(projects, parameters.indent, [...languages, settings.language]);
    }
    return projectResponse(await read(findProject(accountId, id)), parameters.indent);
  },
});
