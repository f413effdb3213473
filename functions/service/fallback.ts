import * as z from 'zod';

import { allowedMethods } from '../../lib/http/allowed-methods.generated.ts';
import { frame } from '../../lib/http/handler.ts';
import { answerOtherMethod } from '../../lib/http/other-methods.ts';

/** Any method on unknown paths, and on paths without GET those that no other function has. */
export const handler = frame({
  id: 'fallback',
  method: 'ANY',
  path: '/',
  summary:
    'Answers OPTIONS, and methods that a path does not have, where there is no GET; and unknown paths.',
  access: 'public',
  capability: 'none',
  parameters: z.object({}),
  responses: {
    204: 'What a preflight asks for.',
    404: 'No such path.',
    405: 'No such method here.',
  },
  handle: async (request, { settings }) => {
    const { resource } = request;
    const isRemoved = resource === '/auth/get_token' && !settings.getToken;
    return answerOtherMethod(request, isRemoved ? undefined : allowedMethods[resource]);
  },
});
