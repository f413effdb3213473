import * as z from 'zod';

import { expectedVersion } from '../../lib/http/conditional/preconditions.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { askedId } from '../../lib/http/errors/not-visible.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { accountOnly } from '../../lib/http/request/bearer.ts';
import { removeProject } from '../../lib/writing/mobile-projects/change-project.ts';

const operation = {
  id: 'delete-mobile-project',
  method: 'DELETE',
  path: '/mobileprojects/{mobile_project_id}',
  summary: 'Deletes a mobile project; what was recorded for it stays',
  access: 'secured',
  capability: 'read',
  parameters: {},
  sentHeaders: ['If-Match'],
  responses: {
    204: 'It is deleted.',
    403: 'The caller is invited to the project, but may not manage mobile projects.',
    404: 'There is no mobile project with this id to which the caller is invited.',
    412: 'It has changed since the version that If-Match names.',
  },
} as const satisfies Operation;

/** DELETE /mobileprojects/{mobile_project_id}. */
export const handler = endpoint({
  operation,
  parameters: z.object({}),
  handle: async ({ path, principal, header }, { data }) => {
    const { accountId } = accountOnly(principal);
    const id = askedId(path.mobile_project_id);
    const expected = expectedVersion(header, false);
    await removeProject(data, { kind: 'account', id: accountId }, id, expected);
    return { status: 204 };
  },
});
