import { isUuid } from '../../ids.ts';
import { asList, isObject } from './values.ts';

/** The id in one element of a reference value, in lower case: an id as it is, or that of an object. */
export function referencedResource(element: unknown): string | undefined {
  const id = isObject(element) ? element['resourceId'] : element;
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** The ids of a reference value: an id, a list of ids, an object, or a list of objects, depending on the age of the data. */
export function referencedResources(value: unknown): readonly string[] {
  return asList(value).flatMap((element) => referencedResource(element) ?? []);
}
