import * as z from 'zod';

import { readJson } from '../../../../lib/json/read-json.ts';
import { RepeatedMembersError } from '../../../../lib/json/repeated-members.ts';
import { isUuid } from '../../../../lib/model/ids.ts';

const jsonLabelSchema = z.object({
  id: z.string().refine(isUuid).nullable().catch(null),
  value: z.union([z.string(), z.number(), z.boolean()]).transform(String),
});

/**
 * Reads a SKOS literal. In exports of the Arches platform it is JSON, `{"id": …, "value": …}`, so that values keep their ids. In other
 * files it is the text itself. From JSON without a valid id, only the text is read.
 * @throws RepeatedMembersError
 */
export function readSkosLabel(literal: string) {
  if (!literal.trimStart().startsWith('{')) return { id: null, text: literal };
  const { data } = jsonLabelSchema.safeParse(parseJson(literal));
  return data === undefined ? { id: null, text: literal } : { id: data.id, text: data.value };
}

/** Whether a text is read as it is, so that it can be written without JSON. */
export function isPlainLabel(text: string): boolean {
  try {
    return readSkosLabel(text).text === text;
  } catch (error) {
    if (error instanceof RepeatedMembersError) return false;
    throw error;
  }
}

function parseJson(text: string): unknown {
  try {
    return readJson(text, 'javascript');
  } catch (error) {
    if (error instanceof RepeatedMembersError || !(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}
