import * as z from 'zod';

import { indentParameter } from '../parameters/types/numbers.ts';
import { formatParameter } from '../parameters/types/texts.ts';

/** The parameters of all documents of OGC API Features. */
export const documentParameters = z.object({
  indent: indentParameter,
  format: formatParameter('json, or html for people.'),
});
