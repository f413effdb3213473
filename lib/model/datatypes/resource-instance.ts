import { isUuid } from '../ids.ts';
import { pickText } from '../text.ts';
import type { Datatype } from './datatype.ts';
import { asList, isObject, joined } from './values.ts';

/** The ids of a reference value: an id, a list of ids, an object, or a list of objects, depending on the age of the data. */
export function referencedResources(value: unknown): readonly string[] {
  return asList(value).flatMap((item) => {
    const id = isObject(item) ? item['resourceId'] : item;
    return isUuid(id) ? [id.toLowerCase()] : [];
  });
}

const display: Datatype['display'] = (value, _node, { labels, languages }) =>
  joined(
    referencedResources(value).map((id) => pickText(labels.resourceName(id) ?? null, languages)),
  );

const references: Datatype['references'] = (value) => ({
  conceptValues: [],
  resources: referencedResources(value),
});

/** A reference to another resource instance, shown by its name. */
export const resourceInstance: Datatype = { name: 'resource-instance', display, references };

/** References to other resource instances. */
export const resourceInstanceList: Datatype = {
  name: 'resource-instance-list',
  display,
  references,
};
