import type { KnownNode } from '../../model/spatial-views/field-problems.ts';
import type { StoredSpatialView } from '../../queries/spatial-views/spatial-view-row.ts';
import { spatialViewObject } from '../../serializers/spatial-views/spatial-view-object.ts';
import { json, withHeaders, type Answer } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';

/** What the answers with one spatial view need to know. */
export type ShownView = {
  readonly view: StoredSpatialView;
  /** Those of its nodes that there are; null for callers who are not told what is lost. */
  readonly nodes: readonly KnownNode[] | null;
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
  { view, nodes }: ShownView,
  baseUrl: string,
  indent: number | undefined,
  status = 200,
): Answer {
  const body = JSON.stringify(spatialViewObject(view, nodes, baseUrl));
  const tag = `${view.version}-${contentTag('application/json', indent, body)}`;
  return withHeaders(json(body, status), validators(tag, null));
}
