/*
 * What bodies hold, by the names under which operations speak of them: a schema of JSON, or schemas by media type. Functions name
 * bodies and load no schema of an answer: only what writes the description reads this.
 */
import * as z from 'zod';

export * from './concepts.ts';
export * from './exports.ts';
export * from './geojson.ts';
export * from './graphs.ts';
export * from './history.ts';
export * from './mobile-projects.ts';
export * from './oauth.ts';
export * from './ogc.ts';
export * from './resources.ts';
export * from './service.ts';
export * from './spatial-views.ts';
export * from './tiles.ts';
export * from './users.ts';

export const text = z.string();
