import * as descriptions from '../description/descriptions.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { StoredView, ViewContext } from '../../writing/spatial-views/change-spatial-view.ts';
import type { Operation } from '../operation.ts';
import { requireAccount } from '../request/bearer.ts';

/** Descriptions of the form fields (specification, Spatial view). */
export const viewFormFields = {
  description: 'A description. It becomes the comment of the database views.',
  geometrynodeid: 'The node with the geometries.',
  isactive: 'Whether the database views exist: true (default) or false.',
  ismixedgeometrytypes:
    'true: one database view with geometries of all types; false (default): one for each type.',
  language: 'The language of values. The resource model must have texts in this language.',
  schema: 'The database schema of the views. It must exist; default public.',
  slug: 'The beginning of the names of the database views. It must be unique.',
  attributenodes:
    'The nodes with the values, in the order of columns: a JSON list of objects with nodeid and description.',
} as const;

export const viewWriteResponses = {
  400: 'The body is invalid or cannot be stored; all problems are listed.',
  403: 'The caller may not change spatial views.',
  409: `Other database views depend on its views; the problem names them. Nothing was changed. Or: ${descriptions.importNotFinished}`,
  413: 'The body is over 4.4 MB.',
  503: 'Its database views are in use. Nothing was changed.',
} as const;

/** Makes the context for a change of a spatial view: the caller and the settings. @throws AuthenticationRequired */
export function toViewChangeContext(
  { principal }: Pick<OperationRequest<Operation, unknown>, 'principal'>,
  { dataApi, settings }: DataHandlerContext,
): ViewContext {
  return {
    dataApi,
    caller: requireAccount(principal).accountId,
    language: settings.language,
    srid: settings.spatialViewSrid,
  };
}

/**
 * Adds `waitingViews` to the log line of the request if the views still have to be filled. That line starts the function that fills
 * them (infra/aws/spatial-views.yml).
 */
export function requestFilling(changed: StoredView, { log }: DataHandlerContext): StoredView {
  if (changed.view.isFilling) log.addField('waitingViews', () => 1);
  return changed;
}
