import type { InputError } from '../../errors.ts';

const viewsPath = '/api/spatialviews';

/** The errors, by method, for requests to the path of all spatial views that need the id of one. */
export const missingIdErrors = {
  PUT: missingIdError('PUT', 'change'),
  DELETE: missingIdError('DELETE', 'delete'),
} as const;

/** The errors, by method, for requests to the path of one spatial view that belong to the path of all. */
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
