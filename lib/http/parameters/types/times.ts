import * as z from 'zod';

import { storableTimes } from '../../../json/storable.ts';

const timePattern =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d))?$/i;

/**
 * A time with its zone (RFC 3339), such as `2026-01-31T09:00:00Z`, or a day in UTC. It is converted to UTC. A space counts as a plus
 * sign, because an unencoded plus sign is decoded as a space. An empty value counts as absent.
 */
export const timeParameter = z
  .string()
  .transform((text, context) => {
    if (text === '') return undefined;
    const timestamp = text.replace(' ', '+').toUpperCase();
    const milliseconds = timePattern.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
    // Date accepts 31 February as 3 March.
    const day = new Date(`${timestamp.slice(0, 10)}T00:00:00Z`);
    const isDay =
      !Number.isNaN(day.getTime()) && day.toISOString().startsWith(timestamp.slice(0, 10));
    if (Number.isNaN(milliseconds) || !isDay) {
      context.addIssue({
        code: 'custom',
        message: 'must be a time with its zone such as 2026-01-31T09:00:00Z, or a day.',
      });
      return z.NEVER;
    }
    // The conversion to UTC can move a time out of the range that can be stored.
    const { first, last } = storableTimes;
    return new Date(Math.min(Math.max(milliseconds, first), last)).toISOString();
  })
  .meta({ anyOf: [{ format: 'date-time' }, { format: 'date' }] })
  .optional();
