import { randomUUID } from 'node:crypto';

import { withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { projectResponse } from '../../lib/http/mobile-projects/project-response.ts';
import { readProjectBody, projectBody } from '../../lib/http/mobile-projects/project-body.ts';
import { indentOnly } from '../../lib/http/parameters/parameter-types.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { storeProject } from '../../lib/writing/mobile-projects/change-project.ts';

/** POST /mobileprojects. */
export const handler = createDataHandler({
  id: 'create-mobile-project',
  method: 'POST',
  path: '/mobileprojects',
  summary: 'Makes a mobile project',
  access: 'secured',
  capability: 'statements',
  parameters: indentOnly,
  requestBody: projectBody.required({ name: true }),
  responses: {
    201: {
      description: 'The project, as it is stored.',
      body: 'mobileProjectBody',
      headers: ['Cache-Control', 'ETag', 'Location'],
    },
    400: 'The body cannot be read, or something in it is wrong: all of it is listed.',
    403: 'The caller may not manage mobile projects.',
    409: 'There is a project with this id already.',
    415: 'The body is not JSON.',
  },
  handle: async ({ parameters, principal, body, header }, { data, settings }) => {
    const { accountId } = requireAccount(principal);
    const { id = randomUUID(), ...sent } = readProjectBody(body, header('content-type'));
    const writer = { kind: 'account', id: accountId } as const;
    const { project } = await storeProject(data, { writer, kind: 'create', id, ...sent });
    return withHeaders(projectResponse(project, parameters.indent, 201), {
      Location: `${settings.baseUrl}/mobileprojects/${id}`,
    });
  },
});
