import { endpoint } from '../../lib/http/endpoint.ts';
import { idOrNil } from '../../lib/http/errors/not-visible.ts';
import {
  fieldProjectAnswer,
  projectAnswer,
} from '../../lib/http/mobile-projects/project-answer.ts';
import { onlyIndent } from '../../lib/http/parameters/parameter-types.ts';
import { accountOnly } from '../../lib/http/request/bearer.ts';
import { findFieldProject } from '../../lib/queries/mobile-projects/field-projects.ts';
import { findProject } from '../../lib/queries/mobile-projects/known-projects.ts';

/** GET /mobileprojects/{mobile_project_id}. */
export const handler = endpoint({
  id: 'get-mobile-project',
  method: 'GET',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'One mobile project, for those who are invited to it, and for those who manage projects',
  access: 'account',
  capability: 'statements',
  parameters: onlyIndent,
  whenTooLarge:
    'Send the token in the header Authorization: then the resource models are left out.',
  responses: {
    200: {
      meaning:
        'The project. Or, where the token came in X-Authorization alone, as mobile clients send it, a list of one, with the resource models of its cards.',
      body: 'mobileProjectForms',
      headers: ['Cache-Control', 'ETag'],
    },
    304: 'It is what the caller has already.',
    404: 'There is no mobile project with this id to which the caller is invited.',
  },
  handle: async ({ path, parameters, principal, header, languages }, { read, settings }) => {
    const { accountId } = accountOnly(principal);
    const id = idOrNil(path.mobile_project_id);
    // Mobile clients say in no other way who they are.
    if (header('x-authorization') !== undefined && header('authorization') === undefined) {
      const projects = await read(findFieldProject(accountId, id));
      return fieldProjectAnswer(projects, parameters.indent, [...languages, settings.language]);
    }
    return projectAnswer(await read(findProject(accountId, id)), parameters.indent);
  },
});
