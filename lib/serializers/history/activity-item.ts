import type { ActivityItem } from '../../queries/history/activity-items.ts';
import { activityUri, graphUri, resourceUri, userUri } from '../../model/uris.ts';
import { ontologyIri } from '../../rdf/iri.ts';
import type { Iri } from '../../rdf/terms.ts';

/** The context of Activity Streams 2.0. */
export const activityContext = 'https://www.w3.org/ns/activitystreams';

/** The type of the object of a masked item. */
const maskedObjectType = `${activityContext}#Object`;

/** The account id of an unknown account. No account has the id 0. */
const unknownAccount = 0;

/** Creates an item of the activity stream (specification, "Activity stream") with the keys of Activity Streams 2.0. */
export function activityItemDocument(item: ActivityItem, baseUrl: string) {
  return {
    id: activityUri(baseUrl, item.ordinal),
    type: item.type,
    endTime: item.endTime,
    actor: actorOf(item, baseUrl),
    object: objectOf(item, baseUrl),
  };
}

function actorOf({ actor }: ActivityItem, baseUrl: string) {
  const uri = userUri(baseUrl, actor?.accountId ?? unknownAccount);
  return {
    type: 'Person',
    id: uri,
    url: uri,
    name: actor === null ? '' : nameOf(actor),
    tag: actor?.username ?? null,
  };
}

/** Returns the last name and the first name, in the order that Arches uses, or the username if there are no names. */
function nameOf({ username, firstName, lastName }: NonNullable<ActivityItem['actor']>): string {
  const names = [lastName, firstName].map((name) => name.trim()).filter((name) => name !== '');
  return names.length === 0 ? username : names.join(', ');
}

function objectOf({ ordinal, type, endTime, object }: ActivityItem, baseUrl: string) {
  if (object === null) {
    const uri = activityUri(baseUrl, ordinal);
    return { id: uri, url: uri, type: maskedObjectType };
  }
  const uri = resourceUri(baseUrl, object.resourceId);
  const classUri = classOf(object, baseUrl);
  const deletionMembers = type === 'Delete' ? { formerType: classUri, deleted: endTime } : {};
  return { id: uri, url: uri, type: classUri, ...deletionMembers };
}

/** Returns the class of the root node, or the URI of the graph if the root has no class. */
function classOf(
  { graphId, rootClass }: NonNullable<ActivityItem['object']>,
  baseUrl: string,
): Iri {
  const graph = graphUri(baseUrl, graphId);
  return rootClass === null || rootClass.trim() === '' ? graph : ontologyIri(rootClass, graph);
}
