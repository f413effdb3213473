import * as z from 'zod';

import { exportFormats } from '../../model/exports/export-format.ts';
import { uriSchema, utcTimeSchema } from './common.ts';

/** The response of GET /exports. */
export const exportList = z
  .object({
    exports: z.array(
      z.object({
        name: z.string(),
        format: z.enum(exportFormats),
        begun: utcTimeSchema.optional(),
        ended: utcTimeSchema.optional(),
        features: z.int().optional(),
        leftOut: z.int().optional().meta({
          description:
            'Only of nquads: resource instances without RDF, because their models have no ontology.',
        }),
        bytes: z.int().optional(),
        confirmed: utcTimeSchema.optional(),
        href: uriSchema
          .optional()
          .meta({ description: 'URL of the file, if the caller may fetch it.' }),
        manifest: uriSchema.optional(),
      }),
    ),
  })
  .meta({ id: 'ExportList', description: 'Exports, each with its last file if there is one.' });
