import { randomUUID } from 'node:crypto';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { withHeaders } from '../../lib/http/responses/response.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { projectResponse } from '../../lib/http/mobile-projects/project-response.ts';
import { readProjectBody, projectBodySchema } from '../../lib/http/mobile-projects/project-body.ts';
import { indentOnlyParameters } from '../../lib/http/parameters/types/numbers.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { storeProject } from '../../lib/writing/mobile-projects/change-project.ts';

/** POST /mobileprojects. */
export const handler = createDataHandler({
  id: 'create-mobile-project',
  method: 'POST',
  path: '/mobileprojects',
  summary: 'Creates a mobile project',
  access: 'secured',
  capability: 'write',
  parameters: indentOnlyParameters,
  requestBody: projectBodySchema.required({ name: true }),
  responses: {
    201: {
      description: descriptions.storedProject,
      body: 'mobileProjectBody',
      headers: ['Cache-Control', 'ETag', 'Location'],
    },
    400: descriptions.invalidBody,
    403: 'The caller may not manage mobile projects.',
    409: `A project with this id exists already. Or: ${descriptions.importNotFinished}`,
    415: descriptions.notJson,
  },
  handle: async function handleCreateMobileProject(
    { parameters, principal, body, header },
    { dataApi, settings },
  ) {
    const { accountId } = requireAccount(principal);
    const { id = randomUUID(), ...projectInput } = readProjectBody(body, header('content-type'));
    const writer = { kind: 'account', id: accountId } as const;
    const { project } = await storeProject(dataApi, {
      writer,
      kind: 'create',
      id,
      ...projectInput,
    });
    return withHeaders(projectResponse(project, parameters.indent, 201), {
      Location: `${settings.baseUrl}/mobileprojects/${id}`,
    });
  },
});
