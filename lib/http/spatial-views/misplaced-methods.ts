import type { InputError } from '../../errors.ts';

const viewsPath = '/api/spatialviews';

/** The errors for methods that need the id of a spatial view, but were sent to the path of all spatial views. */
export const missingIdErrors = {
  PUT: missingIdError('PUT', 'change'),
  DELETE: missingIdError('DELETE', 'delete'),
} as const;

/** The errors for methods that belong to the path of all spatial views, but were sent to the path of one. */
export const unexpectedIdErrors = {
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
