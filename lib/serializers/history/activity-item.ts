import type { ActivityItem } from '../../queries/history/activity-items.ts';
import { activityUri, graphUri, resourceUri, userUri } from '../../model/uris.ts';
import { ontologyIri } from '../../rdf/iri.ts';
import type { Iri } from '../../rdf/terms.ts';

/** The context of Activity Streams 2.0. */
export const activityContext = 'https://www.w3.org/ns/activitystreams';

/** What is said of something of which no more may be said. */
const someObject = `${activityContext}#Object`;

/** The account that nobody has: it stands for whoever is not known. */
const unknownAccount = 0;

/** A change item of the specification ("Activity stream"), with the keys that readers of Activity Streams 2.0 look for besides. */
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

/** The last name before the first, as existing clients know it; the username of an account without either. */
function nameOf({ username, firstName, lastName }: NonNullable<ActivityItem['actor']>): string {
  const names = [lastName, firstName].map((name) => name.trim()).filter((name) => name !== '');
  return names.length === 0 ? username : names.join(', ');
}

function objectOf({ ordinal, type, endTime, object }: ActivityItem, baseUrl: string) {
  if (object === null) {
    const uri = activityUri(baseUrl, ordinal);
    return { id: uri, url: uri, type: someObject };
  }
  const uri = resourceUri(baseUrl, object.resourceId);
  const classUri = classOf(object, baseUrl);
  const ofDeleted = type === 'Delete' ? { formerType: classUri, deleted: endTime } : {};
  return { id: uri, url: uri, type: classUri, ...ofDeleted };
}

/** The class of the root of its graph; the graph itself where that is gone, or has no ontology. */
function classOf(
  { graphId, rootClass }: NonNullable<ActivityItem['object']>,
  baseUrl: string,
): Iri {
  const graph = graphUri(baseUrl, graphId);
  return rootClass === null || rootClass.trim() === '' ? graph : ontologyIri(rootClass, graph);
}
