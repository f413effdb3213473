import type { StoredSpatialView } from '../../queries/spatial-views/spatial-view-row.ts';
import { spatialViewDocument } from '../../serializers/spatial-views/spatial-view-document.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';

export type ViewWithProblems = {
  readonly view: StoredSpatialView;
  /** Messages for the caller. */
  readonly problems: readonly string[];
};

export function spatialViewUrl(baseUrl: string, spatialViewId: string): string {
  return `${baseUrl}/api/spatialviews/${spatialViewId}`;
}

/** Makes the response with one spatial view. Its entity tag begins with the version, for `If-Match`. */
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
