import * as z from 'zod';

import { isEqualValue } from '../change/compare-values.ts';
import { isObject, type JsonObject } from '../datatypes/values/json-values.ts';

/** Values of a tile by node id. The result has the ids in lower case; an id with two values is an error at its later spelling. */
export const valuesByNodeSchema = z
  .record(z.string(), z.unknown())
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

/** @param path to the values, from the value that is transformed */
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
        'is the same node id as one before it, in other letter case, with another value.';
      context.addIssue({ code: 'custom', path: [...path, key], message });
    }
  }
  return Object.fromEntries(valuesById);
}
