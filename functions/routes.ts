import type { Routes } from '../lib/http/allowed-methods.ts';

/** One line a path: what can be done with it, and the paths as the specification writes them. */
export const routes: Routes = {
  '/.well-known/jwks.json': ['GET'],
  '/.well-known/oauth-authorization-server': ['GET'],
  '/auth/get_client_id': ['POST'],
  '/auth/get_token': ['POST'],
  '/auth/user_profile': ['POST'],
  '/geojson': ['GET'],
  '/health': ['GET'],
  '/o/applications': ['GET'],
  '/o/applications/register': ['GET', 'POST'],
  '/o/applications/{application_id}': ['GET'],
  '/o/applications/{application_id}/delete': ['GET', 'POST'],
  '/o/applications/{application_id}/secret': ['POST'],
  '/o/applications/{application_id}/update': ['GET', 'POST'],
  '/o/introspect': ['POST'],
  '/o/revoke_token': ['POST'],
  '/o/sign-in': ['GET', 'POST'],
  '/o/sign-out': ['POST'],
  '/o/token': ['POST'],
  '/rdm/concepts/{concept_instance_id}': ['GET'],
  '/resources': ['GET'],
  '/resources/{resource_instance_id}': ['GET'],
};
