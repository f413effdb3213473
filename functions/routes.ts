import type { Routes } from '../lib/http/allowed-methods.ts';

/** One line a path: what can be done with it, and the paths as the specification writes them. */
export const routes: Routes = {
  '/geojson': ['GET'],
  '/health': ['GET'],
  '/rdm/concepts/{concept_instance_id}': ['GET'],
  '/resources': ['GET'],
  '/resources/{resource_instance_id}': ['GET'],
};
