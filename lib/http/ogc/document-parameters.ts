import * as z from 'zod';

import { format, indent } from '../parameters/parameter-types.ts';

/** The parameters of all JSON documents of OGC API Features. */
export const documentParameters = z.object({ indent, format: format('json, the only one.') });
