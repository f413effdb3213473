import * as z from 'zod';

import { allowedMethods } from '../../lib/http/methods/allowed-methods.generated.ts';
import { createPlainHandler } from '../../lib/http/lambda-handler.ts';
import { respondToOtherMethod } from '../../lib/http/methods/other-methods.ts';

/** Any method on unknown paths, and on paths without GET those that no other function has. */
export const handler = createPlainHandler({
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
    const isRemoved = resource === '/auth/get_token' && !settings.isGetTokenEnabled;
    return respondToOtherMethod(request, isRemoved ? undefined : allowedMethods[resource]);
  },
});
