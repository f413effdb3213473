import * as z from 'zod';

/** The response of GET /health. */
export const health = z.object({ status: z.literal('ok') });

const schemaState = z
  .enum(['same', 'next', 'other'])
  .describe(
    'The schema of the database: of this version of the code, of the next one, or another.',
  );

/** The response of GET /health/ready: what the process of the operation last saw. */
export const readiness = z.object({
  status: z.enum(['ready', 'not ready', 'waking', 'unreachable', 'unknown']),
  checkedAt: z.iso.datetime().optional(),
  schema: schemaState.optional(),
  missingStatements: z
    .int()
    .min(0)
    .optional()
    .describe('Prepared statements that the database does not have.'),
});

/** A JSON-LD context as a document. */
export const contextDocument = z.object({ '@context': z.record(z.string(), z.unknown()) });

/** An OpenAPI document (3.0 or 3.1). */
export const openApiDescription = z
  .object({
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    servers: z.array(z.looseObject({ url: z.string() })),
    paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  })
  .catchall(z.unknown());

/** The outlines of the world, for maps: GeoJSON. */
export const worldOutlines = z.object({
  type: z.literal('GeometryCollection'),
  geometries: z.array(z.looseObject({ type: z.string(), coordinates: z.array(z.unknown()) })),
});
