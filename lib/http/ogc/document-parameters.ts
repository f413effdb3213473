import * as z from 'zod';

import * as sentences from '../description/sentences.ts';
import { format, indent } from '../parameters/parameter-types.ts';

/** The parameters of all JSON documents of OGC API Features. */
export const documentParameters = z.object({ indent, format: format(sentences.jsonOnly) });
