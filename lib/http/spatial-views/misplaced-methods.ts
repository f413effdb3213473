import type { InputError } from '../../errors.ts';

const viewsPath = '/api/spatialviews';

/** Errors for methods that were sent to the path of all spatial views, but need the id of one. */
export const methodsThatNeedAnId = {
  PUT: missingIdError('PUT', 'change'),
  DELETE: missingIdError('DELETE', 'delete'),
} as const;

/** Errors for methods that were sent to the path of one spatial view, but belong to the path of all. */
export const methodsWithoutAnId = {
  POST: {
    in: 'path',
    pointer: '/spatial_view_id',
    code: 'invalid',
    detail: `POST creates a new spatial view: send it to ${viewsPath}. To change this one, send PUT.`,
  },
} as const satisfies { readonly POST: InputError };

function missingIdError(method: string, verb: string): InputError {
  const detail = `Send the id of the spatial view to ${verb} in the path: ${method} ${viewsPath}/{spatial_view_id}.`;
  return { in: 'path', pointer: '/spatial_view_id', code: 'missing', detail };
}
