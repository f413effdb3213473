import * as z from 'zod';

import * as descriptions from '../../lib/http/description/descriptions.ts';
import { readExpectedVersion } from '../../lib/http/conditional/read-expected-version.ts';
import { createDataHandler } from '../../lib/http/data-handler.ts';
import { uuidOrNilUuid } from '../../lib/http/errors/not-visible.ts';
import { indentParameter } from '../../lib/http/parameters/types/numbers.ts';
import { requireAccount } from '../../lib/http/request/bearer.ts';
import { removeProject } from '../../lib/writing/mobile-projects/change-project.ts';

/** DELETE /mobileprojects/{mobile_project_id}. */
export const handler = createDataHandler({
  id: 'delete-mobile-project',
  method: 'DELETE',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'Deletes a mobile project. Data that was recorded for it stays.',
  access: 'secured',
  capability: 'write',
  parameters: z.object({
    indent: indentParameter.describe('Number of spaces by which an error is indented, 0 to 10.'),
  }),
  requestHeaders: ['If-Match'],
  responses: {
    204: 'The mobile project is deleted.',
    403: descriptions.mayNotManageProjects,
    404: descriptions.projectNotFound,
    409: descriptions.importNotFinished,
  },
  handle: async function handleDeleteMobileProject(
    { path, principal, header },
    { dataApi, settings },
  ) {
    const { accountId } = requireAccount(principal);
    const id = uuidOrNilUuid(path.mobile_project_id);
    const expected = readExpectedVersion(header, settings.requireIfMatch);
    await removeProject(dataApi, { kind: 'account', id: accountId }, id, expected);
    return { status: 204 };
  },
});
