import * as z from 'zod';

import { allowedMethods } from '../../lib/http/methods/allowed-methods.generated.ts';
import { redirectFromLanguage } from '../../lib/http/former-search/language-redirect.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { respondToOtherMethod } from '../../lib/http/methods/respond-to-other-method.ts';

/** Handles requests for unknown paths and, on paths without GET, requests whose method has no operation. */
export const handler = createHandlerWithoutDatabase({
  id: 'fallback',
  method: 'ANY',
  path: '/',
  summary: 'Responds to unknown paths, and to OPTIONS and unknown methods on paths without GET',
  access: 'ignores-token',
  capability: 'none',
  parameters: z.object({}),
  responses: {
    307: 'A search address of Arches that begins with a language.',
    204: 'The response to OPTIONS or a preflight.',
    404: 'Unknown path.',
    405: 'Unknown method.',
  },
  handle: async function handleFallback(request, { settings }) {
    const { resource, pathValues, query } = request;
    const redirect = redirectFromLanguage(pathValues.join('/'), query, settings.baseUrl);
    if (redirect !== undefined && request.method !== 'OPTIONS') return redirect;
    const isDisabled = resource === '/auth/get_token' && !settings.isGetTokenEnabled;
    return respondToOtherMethod(request, isDisabled ? undefined : allowedMethods[resource]);
  },
});
