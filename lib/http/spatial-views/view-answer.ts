import type { StoredSpatialView } from '../../queries/spatial-views/spatial-view-row.ts';
import { spatialViewObject } from '../../serializers/spatial-views/spatial-view-object.ts';
import { json, withHeaders, type Answer } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';

/** What the answers with one spatial view need to know. */
export type ShownView = {
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
export function viewAnswer(
  { view, problems }: ShownView,
  baseUrl: string,
  indent: number | undefined,
  status = 200,
): Answer {
  const body = JSON.stringify(spatialViewObject(view, problems, baseUrl));
  const tag = `${view.version}-${contentTag('application/json', indent, body)}`;
  return withHeaders(json(body, status), validators(tag, null));
}
