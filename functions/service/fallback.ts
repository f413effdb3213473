import * as z from 'zod';

import { allowedMethods } from '../../lib/http/methods/allowed-methods.generated.ts';
import { redirectFromFormerAddress } from '../../lib/http/methods/former-addresses.ts';
import { createHandlerWithoutDatabase } from '../../lib/http/lambda-handler.ts';
import { respondToOtherMethod } from '../../lib/http/methods/respond-to-other-method.ts';
import { formatUndividedTarget } from '../../lib/http/request/request-target.ts';
import { dataPageErrorResponse } from '../../lib/pages/data-page-error.ts';

/** Handles requests for unknown paths and, on paths without GET, requests whose method has no operation. */
export const handler = createHandlerWithoutDatabase(
  {
    id: 'fallback',
    method: 'ANY',
    path: '/',
    summary: 'Responds to unknown paths, and to OPTIONS and unknown methods on paths without GET',
    access: 'ignores-token',
    capability: 'none',
    ignoresUnknownAccept: true,
    formats: ['json', 'html'],
    parameters: z.object({}),
    responses: {
      303: 'A page of Arches that has another address here.',
      307: 'A search address of Arches that begins with a language.',
      204: 'The response to OPTIONS or a preflight.',
      404: 'Unknown path.',
      405: 'Unknown method.',
    },
    handle: async function handleFallback(request, { settings }) {
      const { resource, pathValues, query, method } = request;
      const target = formatUndividedTarget(resource, pathValues, query);
      const redirect = redirectFromFormerAddress({ method, target }, settings.baseUrl);
      if (redirect !== undefined) return redirect;
      const isDisabled = resource === '/auth/get_token' && !settings.isGetTokenEnabled;
      return respondToOtherMethod(request, isDisabled ? undefined : allowedMethods[resource]);
    },
  },
  { pageErrorFormatter: dataPageErrorResponse },
);
