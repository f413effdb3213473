import * as z from 'zod';

const timePattern =
  /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d))?$/i;

/** In years with four digits, which the database reads. A zone can lead out of them. */
const firstTime = Date.parse('0001-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');

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
    return new Date(Math.min(Math.max(milliseconds, firstTime), lastTime)).toISOString();
  })
  .meta({ anyOf: [{ format: 'date-time' }, { format: 'date' }] })
  .optional();
