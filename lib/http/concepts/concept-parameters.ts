import * as z from 'zod';

import { conceptFormats, joinFormatNames } from '../negotiation/formats.ts';
import { booleanWithDefault } from '../parameters/types/booleans.ts';
import { indentParameter, wholeNumber } from '../parameters/types/numbers.ts';
import { formatParameter, languageParameter } from '../parameters/types/texts.ts';

export const conceptParameters = z.object({
  format: formatParameter(
    `The serialisation: ${joinFormatNames(conceptFormats, { 'json-ld': 'SKOS', json: 'the concept object of the specification' })}.`,
  ),
  includesubconcepts: booleanWithDefault(true).describe('false leaves out sub concepts.'),
  includeparentconcepts: booleanWithDefault(true).describe('false leaves out parent concepts.'),
  includerelatedconcepts: booleanWithDefault(true).describe('false leaves out related concepts.'),
  depthlimit: wholeNumber(0).optional().describe('How many levels of sub concepts; default all.'),
  lang: languageParameter.describe('The language whose labels order the concepts.'),
  indent: indentParameter,
});

export type ConceptParameters = Readonly<z.output<typeof conceptParameters>>;
