import * as z from 'zod';

import { repeatedMemberCode } from '../../json/repeated-members.ts';
import { isEqualValue } from '../change/compare-values.ts';
import { isObject, type JsonObject } from '../datatypes/values/json-values.ts';

/**
 * Values of a tile by node id. The ids become lower case. An id in two spellings with different values is a repeated member, reported for
 * the second one.
 */
export const valuesByNodeSchema = z
  // z.record() leaves out a member `__proto__`.
  .custom<JsonObject>(isObject, 'Invalid input: expected record')
  .transform((values, context) => lowerCaseIds(values, context, []));

/** Proposals for a tile by account id, each with its `value` as in `valuesByNodeSchema`. Other members stay as they are. */
export const proposalsSchema = z.record(
  z.string(),
  z
    .unknown()
    .transform((proposal, context) =>
      isObject(proposal) && isObject(proposal['value'])
        ? { ...proposal, value: lowerCaseIds(proposal['value'], context, ['value']) }
        : proposal,
    ),
);

/** Returns the code of a problem with the shape of a tile: that of a repeated node id, or a general one. */
export function codeOfIssue(issue: z.core.$ZodIssue, generalCode: string): string {
  return issue.code === 'custom' && issue.params?.['code'] === repeatedMemberCode
    ? repeatedMemberCode
    : generalCode;
}

/** @param path the keys from the transformed value to these values */
function lowerCaseIds(
  values: JsonObject,
  context: z.RefinementCtx,
  path: readonly string[],
): Record<string, unknown> {
  const valuesById = new Map<string, unknown>();
  for (const [key, value] of Object.entries(values)) {
    const id = key.toLowerCase();
    if (!valuesById.has(id)) valuesById.set(id, value);
    else if (!isEqualValue(valuesById.get(id), value)) {
      const message =
        'repeats an earlier node id in different letter case, with another value: keep one of them.';
      const params = { code: repeatedMemberCode };
      context.addIssue({ code: 'custom', path: [...path, key], message, params });
    }
  }
  return Object.fromEntries(valuesById);
}
