import { resourceUri } from '../../model/uris.ts';
import { writeChangeSummary } from '../../serializers/resources/change-summary.ts';
import type { ChangeResult } from '../../writing/resources/change-request.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { pendingReviewHeader } from './listing-headers.ts';

/** Makes the response to a dry run: what would change. */
export function dryRunResponse(changed: ChangeResult, baseUrl: string): HttpResponse {
  const resource = resourceUri(baseUrl, changed.resourceId);
  const change = changed.kind === 'unchanged' ? 'none' : changed.isNew ? 'create' : 'update';
  const { written: tiles, pending, ignored } = changed;
  return withHeaders(
    jsonResponse(
      writeChangeSummary({ resource, change, tileWrites: tiles, pendingTileIds: pending, ignored }),
    ),
    pendingReviewHeader(pending),
  );
}
