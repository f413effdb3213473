import * as z from 'zod';

import { isUuid } from '../../../../lib/model/ids.ts';

const jsonLabelSchema = z.object({
  id: z.string().refine(isUuid).nullable().catch(null),
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String),
});

/**
 * Reads a SKOS literal. In exports of the Arches platform it is JSON, `{"id": …, "value": …}`, so that values keep their ids. In other
 * files it is the text itself. From JSON without a valid id, only the text is read.
 */
export function readSkosLabel(literal: string) {
  if (!literal.trimStart().startsWith('{')) return { id: null, text: literal };
  const { data } = jsonLabelSchema.safeParse(parseJson(literal));
  return data === undefined ? { id: null, text: literal } : { id: data.id, text: data.value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
