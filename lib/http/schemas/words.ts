import * as z from 'zod';

/** An id. */
export const uuid = z.guid();

/** An absolute address. */
export const uri = z.string().meta({ format: 'uri' });

/** A time in UTC. */
export const utcTime = z.string().meta({ format: 'date-time' });

/** JSON whose members are data, by their names. */
export const anyMembers = z.record(z.string(), z.unknown());
