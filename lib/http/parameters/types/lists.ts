import * as z from 'zod';

import { isUuid } from '../../../model/ids.ts';

/** Names separated by commas, in lower case. */
export const nameListParameter = z
  .string()
  .optional()
  .transform((text = '') => splitList(text))
  .meta({ type: 'array', items: { type: 'string' } });

function splitList(names: string): readonly string[] {
  return names
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}

/**
 * UUIDs separated by commas, converted to lower case, without duplicates. An empty list counts as absent.
 * @rule Requests: How is a list of UUIDs written, and how long may it be?
 */
export const uuidListParameter = z
  .string()
  .transform((text, context) => {
    const ids = [...new Set(splitList(text))];
    for (const id of ids.filter((id) => !isUuid(id))) {
      context.addIssue({ code: 'custom', message: `${JSON.stringify(id)} is not a UUID.` });
    }
    return ids.length === 0 ? undefined : ids;
  })
  .meta({ type: 'array', items: { type: 'string', format: 'uuid' } })
  .optional();
