import * as z from 'zod';

import { endpoint } from '../../lib/http/endpoint.ts';
import {
  fieldProjectsAnswer,
  projectsAnswer,
} from '../../lib/http/mobile-projects/project-answer.ts';
import { indent } from '../../lib/http/parameters/parameter-types.ts';
import { accountOnly } from '../../lib/http/request/bearer.ts';
import { listFieldProjects } from '../../lib/queries/mobile-projects/field-projects.ts';
import { listProjects } from '../../lib/queries/mobile-projects/known-projects.ts';

const status = z
  .enum(['active', 'all', ''], { error: 'must be active or all, or have no value.' })
  .optional();

/** GET /mobileprojects (specification); `?status` as mobile clients ask. */
export const handler = endpoint({
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
  whenTooLarge: 'Ask for one mobile project by its id.',
  responses: {
    200: {
      meaning: 'The projects, by name. Or, with an empty status, an object by their ids.',
      body: 'mobileProjectListForms',
      headers: ['Cache-Control', 'ETag'],
    },
    304: 'It is what the caller has already.',
  },
  handle: async ({ parameters, principal, languages }, { read, settings }) => {
    const { accountId } = accountOnly(principal);
    if (parameters.status === '') {
      const projects = await read(listFieldProjects(accountId));
      return fieldProjectsAnswer(projects, parameters.indent, [...languages, settings.language]);
    }
    const projects = await read(listProjects(accountId, parameters.status === 'active'));
    return projectsAnswer(projects, parameters.indent);
  },
});
