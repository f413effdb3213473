import type { StoredSpatialView } from '../../queries/spatial-views/spatial-view-row.ts';
import { spatialViewDocument } from '../../serializers/spatial-views/spatial-view-document.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';

/** What the answers with one spatial view need to know. */
export type ViewWithProblems = {
  readonly view: StoredSpatialView;
  /** What the caller is told to be wrong with it, in sentences. */
  readonly problems: readonly string[];
};

/** Where a spatial view is. */
export function spatialViewUrl(baseUrl: string, spatialViewId: string): string {
  return `${baseUrl}/api/spatialviews/${spatialViewId}`;
}

/**
 * The answer with one spatial view. Its entity tag begins with the version, so that a change can be made on it.
 * @param indent what the body will still go through
 */
export function viewResponse(
  { view, problems }: ViewWithProblems,
  baseUrl: string,
  indent: number | undefined,
  status = 200,
): HttpResponse {
  const body = JSON.stringify(spatialViewDocument(view, problems, baseUrl));
  const tag = `${view.version}-${contentTag('application/json', indent, body)}`;
  return withHeaders(jsonResponse(body, status), validatorHeaders(tag, null));
}
