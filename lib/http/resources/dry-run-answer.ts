import { resourceUri } from '../../model/uris.ts';
import { changeSummary } from '../../serializers/resources/change-summary.ts';
import type { Changed } from '../../writing/resources/change-request.ts';
import { json, withHeaders, type Answer } from '../answers/answer.ts';
import { pendingReviewHeader } from './listing-headers.ts';

/** The answer to a dry run: what would change. */
export function dryRunAnswer(changed: Changed, baseUrl: string): Answer {
  const resource = resourceUri(baseUrl, changed.resourceId);
  const change = changed.kind === 'unchanged' ? 'none' : changed.isNew ? 'create' : 'update';
  const { written: tiles, pending, ignored } = changed;
  return withHeaders(
    json(changeSummary({ resource, change, tiles, pending, ignored })),
    pendingReviewHeader(pending),
  );
}
