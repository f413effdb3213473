import * as z from 'zod';

import { indent, language, trueOrFalse, wholeNumber } from '../parameters/parameter-types.ts';

/** The parameters of a concept, as they are parsed. */
export const conceptParameters = z.object({
  includesubconcepts: trueOrFalse(true),
  includeparentconcepts: trueOrFalse(true),
  includerelatedconcepts: trueOrFalse(true),
  depthlimit: wholeNumber(0).optional(),
  lang: language,
  indent,
});

export type ConceptParameters = Readonly<z.output<typeof conceptParameters>>;
