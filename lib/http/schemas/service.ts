import * as z from 'zod';

/** The response of GET /health. */
export const health = z.object({ status: z.literal('ok') });

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
