import * as z from 'zod';

import type { Answer } from '../../lib/http/answers/answer.ts';
import { allowedMethods } from '../../lib/http/allowed-methods.ts';
import { preflightHeaders } from '../../lib/http/answers/cors.ts';
import { NotFound } from '../../lib/errors.ts';
import { MethodNotAllowed } from '../../lib/http/errors/errors.ts';
import { frame } from '../../lib/http/frame.ts';
import type { Operation } from '../../lib/http/operation.ts';
import { routes } from '../routes.ts';

const operation = {
  id: 'fallback',
  method: 'GET',
  path: '/',
  summary: 'Answers OPTIONS everywhere, methods that a path does not have, and unknown paths.',
  access: 'public',
  parameters: {},
  responses: {
    204: 'What a preflight asks for.',
    404: 'No such path.',
    405: 'No such method here.',
  },
} satisfies Operation;

/** Any method on unknown paths, and on known paths those that no other function has. */
export const handler = frame({
  operation,
  parameters: z.object({}),
  handle: async ({ method, resource, header }, { settings }): Promise<Answer> => {
    const isRemoved = resource === '/auth/get_token' && !settings.getToken;
    const allow = isRemoved ? undefined : allowedMethods(resource, routes);
    if (method === 'OPTIONS' && header('access-control-request-method') !== undefined) {
      const asked = header('access-control-request-headers');
      // An unknown path is allowed too: refused, its 404 could not be read by the script that asked.
      return { status: 204, headers: preflightHeaders(allow ?? 'GET, HEAD, OPTIONS', asked) };
    }
    if (allow === undefined) {
      throw new NotFound('There is nothing at this path.');
    }
    if (method === 'OPTIONS') return { status: 204, headers: { Allow: allow } };
    throw new MethodNotAllowed(method, allow);
  },
});
