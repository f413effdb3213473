import * as z from 'zod';

import { activityTypes } from '../../queries/history/activity-items.ts';
import type { ActivityPageRequest } from '../../queries/history/filtered-activity.ts';
import { limitParameter, wholeNumber } from '../parameters/types/numbers.ts';

/** `type`: the type of an item, such as `Create`. An empty value counts as absent. */
export const activityTypeParameter = z
  .enum([...activityTypes, ''], {
    error: `must be ${activityTypes.slice(0, -1).join(', ')} or ${activityTypes.at(-1)}.`,
  })
  .transform((type) => (type === '' ? undefined : type))
  .meta({ enum: activityTypes })
  .optional();

/** `cursor`: the ordinal after which a list continues. */
export const activityCursorParameter = wholeNumber(0).optional();

export const activityLimitParameter = limitParameter(1000);

const defaultLimit = 100;

/** Reads the requested part of a list. */
export function toActivityPage(parameters: {
  readonly cursor?: number | undefined;
  readonly limit?: number | undefined;
}): ActivityPageRequest {
  return { after: parameters.cursor ?? 0, limit: parameters.limit ?? defaultLimit };
}
