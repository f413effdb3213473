import type { DataHandlerContext } from '../data-handler.ts';
import type { OperationRequest } from '../operation-handler.ts';
import type { InputError } from '../../errors.ts';
import type {
  ChangedView,
  ViewChangeContext,
} from '../../writing/spatial-views/change-spatial-view.ts';
import type { Operation } from '../operation.ts';
import { requireAccount } from '../request/bearer.ts';

const views = '/api/spatialviews';

/** Descriptions of the form fields (specification, Spatial view). */
export const viewFormFields = {
  description: 'What the view shows. It becomes the comment of its views in the database.',
  geometrynodeid: 'The node whose geometries are shown.',
  isactive: 'Whether there are views in the database: true (as for a new one) or false.',
  ismixedgeometrytypes:
    'Whether one view shows the geometries of all types: true, or false (as for a new one) for a view of each type.',
  language: 'The language of values: one that the resource model has texts in.',
  schema: 'The schema of the database in which its views are; it must exist. public for a new one.',
  slug: 'The beginning of the names of its views, which no other spatial view has.',
  attributenodes:
    'The nodes whose values are shown, in the order of columns: a JSON list of objects with nodeid and description.',
} as const;

export const viewWriteResponses = {
  400: 'The body cannot be read, or something in it cannot be stored; all problems are listed.',
  403: 'The caller may not change spatial views.',
  409: 'Views that others have made are built on its views; they are named, and nothing was changed.',
  413: 'The body is over 4.4 MB.',
  503: 'Its views are in use, and nothing was changed.',
} as const;

/** Methods that are sent to the path of all spatial views, but need the id of one. */
export const methodsThatNeedAnId = {
  PUT: idNeeded('PUT', 'change'),
  DELETE: idNeeded('DELETE', 'delete'),
} as const;

/** Methods that are sent to the path of one spatial view, but belong to the path of all. */
export const methodsWithoutAnId = {
  POST: {
    in: 'path',
    pointer: '/spatial_view_id',
    code: 'invalid',
    detail: `POST creates a new spatial view: send it to ${views}. To change this one, send PUT.`,
  },
} as const satisfies { readonly POST: InputError };

function idNeeded(method: string, verb: string): InputError {
  const detail = `Send the id of the spatial view to ${verb} in the path: ${method} ${views}/{spatial_view_id}.`;
  return { in: 'path', pointer: '/spatial_view_id', code: 'missing', detail };
}

/** Collects what a change of a spatial view needs: the caller and the settings. @throws AuthenticationRequired */
export function toViewChangeContext(
  { principal }: Pick<OperationRequest<Operation, unknown>, 'principal'>,
  { data, settings }: DataHandlerContext,
): ViewChangeContext {
  return {
    data,
    caller: requireAccount(principal).accountId,
    language: settings.language,
    srid: settings.spatialViewSrid,
  };
}

/**
 * Adds `waitingViews` to the log line of the request if the views still have to be filled. That line starts the function that fills
 * them (infra/aws/spatial-views.yml).
 */
export function logFilling(changed: ChangedView, { log }: DataHandlerContext): ChangedView {
  if (changed.view.isFilling) log.note('waitingViews', () => 1);
  return changed;
}
