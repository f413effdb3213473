import { resourceUri } from '../../model/uris.ts';
import { writeChangeSummary } from '../../serializers/resources/change-summary.ts';
import type { ChangeResult } from '../../writing/resources/change-request.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { changeHeaders } from './listing-headers.ts';

/** Makes the response to a dry run: what would change. */
export function dryRunResponse(result: ChangeResult, baseUrl: string): HttpResponse {
  const resource = resourceUri(baseUrl, result.resourceId);
  const change = result.kind === 'unchanged' ? 'none' : result.isNew ? 'create' : 'update';
  const { tileDifferences, legacyId, pending, ignored } = result;
  return withHeaders(
    jsonResponse(
      writeChangeSummary({
        resource,
        change,
        tileDifferences,
        legacyId,
        pendingTileIds: pending,
        ignored,
      }),
    ),
    changeHeaders(result),
  );
}
