import { readExpectedVersion } from '../../lib/http/conditional/preconditions.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNil } from '../../lib/http/errors/not-visible.ts';
import { projectResponse } from '../../lib/http/mobile-projects/project-response.ts';
import {
  projectIdErrors,
  readProjectBody,
  projectBody,
} from '../../lib/http/mobile-projects/project-body.ts';
import { indentOnly } from '../../lib/http/parameters/parameter-types.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { storeProject } from '../../lib/writing/mobile-projects/change-project.ts';

/** PUT /mobileprojects/{mobile_project_id}. */
export const handler = createDataHandler({
  id: 'put-mobile-project',
  method: 'PUT',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'Changes a mobile project; fields that are left out stay as they are',
  access: 'secured',
  capability: 'statements',
  parameters: indentOnly,
  requestBody: projectBody,
  requestHeaders: ['If-Match'],
  responses: {
    200: {
      description: 'The project, as it is stored.',
      body: 'mobileProjectBody',
      headers: ['Cache-Control', 'ETag'],
    },
    400: 'The body cannot be read, or something in it is wrong: all of it is listed.',
    403: 'The caller is invited to the project, but may not manage mobile projects.',
    404: 'There is no mobile project with this id to which the caller is invited.',
    415: 'The body is not JSON.',
  },
  handle: async ({ path, parameters, principal, body, header }, { data, settings }) => {
    const { accountId } = requireAccount(principal);
    const sent = readProjectBody(body, header('content-type'));
    const { project } = await storeProject(data, {
      writer: { kind: 'account', id: accountId },
      kind: 'change',
      id: uuidOrNil(path.mobile_project_id),
      fields: sent.fields,
      problems: [...sent.problems, ...projectIdErrors(sent, path.mobile_project_id)],
      expected: readExpectedVersion(header, settings.requireIfMatch),
    });
    return projectResponse(project, parameters.indent);
  },
});
