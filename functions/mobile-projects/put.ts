import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readExpectedVersion } from '../../lib/http/conditional/read-expected-version.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { projectResponse } from '../../lib/http/mobile-projects/project-response.ts';
import {
  projectIdErrors,
  readProjectBody,
  projectBodySchema,
} from '../../lib/http/mobile-projects/project-body.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { storeProject } from '../../lib/writing/mobile-projects/change-project.ts';

/** PUT /mobileprojects/{mobile_project_id}. */
export const handler = createDataHandler({
  id: 'put-mobile-project',
  method: 'PUT',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'Changes a mobile project. Missing fields stay unchanged.',
  access: 'secured',
  capability: 'write',
  parameters: indentOnlyParameters,
  requestBody: projectBodySchema,
  requestHeaders: ['If-Match'],
  responses: {
    200: {
      description: descriptions.storedProject,
      body: 'mobileProjectBody',
      headers: ['Cache-Control', 'ETag'],
    },
    400: descriptions.invalidBody,
    403: descriptions.mayNotManageProjects,
    404: descriptions.projectNotFound,
    409: descriptions.importNotFinished,
    415: descriptions.notJson,
  },
  handle: async function handlePutMobileProject(
    { path, parameters, principal, body, header },
    { dataApi, settings },
  ) {
    const { accountId } = requireAccount(principal);
    const projectInput = readProjectBody(body, header('content-type'));
    const { project } = await storeProject(dataApi, {
      writer: { kind: 'account', id: accountId },
      kind: 'change',
      id: uuidOrNilUuid(path.mobile_project_id),
      fields: projectInput.fields,
      problems: [
        ...projectInput.problems,
        ...projectIdErrors(projectInput, path.mobile_project_id),
      ],
      expected: readExpectedVersion(header, settings.requireIfMatch),
    });
    return projectResponse(project, parameters.indent);
  },
});
