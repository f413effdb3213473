import * as sentences from '../../lib/http/description/sentences.ts';
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
  summary: 'Changes a mobile project. Missing fields stay unchanged.',
  access: 'secured',
  capability: 'statements',
  parameters: indentOnly,
  requestBody: projectBody,
  requestHeaders: ['If-Match'],
  responses: {
    200: {
      description: sentences.storedProject,
      body: 'mobileProjectBody',
      headers: ['Cache-Control', 'ETag'],
    },
    400: sentences.invalidBody,
    403: sentences.mayNotManageProjects,
    404: sentences.unknownProject,
    415: sentences.notJson,
  },
  handle: async ({ path, parameters, principal, body, header }, { data, settings }) => {
    const { accountId } = requireAccount(principal);
    const parsed = readProjectBody(body, header('content-type'));
    const { project } = await storeProject(data, {
      writer: { kind: 'account', id: accountId },
      kind: 'change',
      id: uuidOrNil(path.mobile_project_id),
      fields: parsed.fields,
      problems: [...parsed.problems, ...projectIdErrors(parsed, path.mobile_project_id)],
      expected: readExpectedVersion(header, settings.requireIfMatch),
    });
    return projectResponse(project, parameters.indent);
  },
});
