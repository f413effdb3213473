import * as z from 'zod';

import * as descriptions from '../description/descriptions.ts';
import { indentParameter } from '../parameters/types/numbers.ts';
import { formatParameter } from '../parameters/types/texts.ts';

/** The parameters of all JSON documents of OGC API Features. */
export const documentParameters = z.object({
  indent: indentParameter,
  format: formatParameter(descriptions.jsonOnly),
});
