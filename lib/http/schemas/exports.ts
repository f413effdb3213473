import * as z from 'zod';

import { exportFormats } from '../../model/exports/export-format.ts';
import { uri, utcTime } from './words.ts';

/** The answer of GET /exports. */
export const exportList = z
  .object({
    exports: z.array(
      z.object({
        name: z.string(),
        format: z.enum(exportFormats),
        begun: utcTime.optional(),
        ended: utcTime.optional(),
        features: z.int().optional(),
        bytes: z.int().optional(),
        confirmed: utcTime.optional(),
        href: uri.optional().meta({ description: 'Where the file is, for who may fetch it.' }),
        manifest: uri.optional(),
      }),
    ),
  })
  .meta({ id: 'ExportList', description: 'Exports, each with its last file if there is one.' });
