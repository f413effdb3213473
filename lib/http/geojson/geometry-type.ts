import * as z from 'zod';

import { geometryTypes } from '../../model/geojson/geometry-types.ts';

const { length } = geometryTypes;
const typeNames = `${geometryTypes.slice(0, length - 1).join(', ')} or ${geometryTypes[length - 1]}`;

/** The description of the parameter `type`. */
export const geometryTypeDescription = 'Only features of this geometry type, in any letter case.';

/** `type`: a type of geometries, in any letter case. An empty value counts as absent. */
export const geometryTypeParameter = z
  .string()
  .transform((text, context) => {
    if (text === '') return undefined;
    const type = geometryTypes.find((name) => name.toLowerCase() === text.toLowerCase());
    if (type !== undefined) return type;
    context.addIssue({ code: 'custom', message: `must be ${typeNames}.` });
    return z.NEVER;
  })
  .meta({ enum: geometryTypes })
  .optional();
