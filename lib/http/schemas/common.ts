import * as z from 'zod';

/** An id. */
export const uuidSchema = z.guid();

/** An absolute address. */
export const uriSchema = z.string().meta({ format: 'uri' });

/** A time in UTC. */
export const utcTimeSchema = z.string().meta({ format: 'date-time' });

/** JSON whose members are data, by their names. */
export const anyObjectSchema = z.record(z.string(), z.unknown());
