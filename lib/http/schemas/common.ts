import * as z from 'zod';

export const uuidSchema = z.guid();

export const uriSchema = z.string().meta({ format: 'uri' });

export const utcTimeSchema = z.string().meta({ format: 'date-time' });

/** A JSON object with arbitrary members. */
export const anyObjectSchema = z.record(z.string(), z.unknown());
