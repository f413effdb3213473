/*
 * The schemas of bodies, under the names that operations use: one schema of JSON, or an object of schemas by media type. Only the
 * generator of the OpenAPI document imports this file, so functions do not bundle the schemas.
 */
import * as z from 'zod';

export * from './concepts.ts';
export * from './exports.ts';
export * from './facets.ts';
export * from './files.ts';
export * from './former-search.ts';
export * from './geojson.ts';
export * from './graphs.ts';
export * from './history.ts';
export * from './iiif.ts';
export * from './life-cycles.ts';
export * from './mobile-projects.ts';
export * from './oauth.ts';
export * from './ogc.ts';
export * from './resources.ts';
export * from './service.ts';
export * from './spatial-views.ts';
export * from './tiles.ts';
export * from './users.ts';

export const text = z.string();
