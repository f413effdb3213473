import type { Access } from '../../support/world/access.ts';
import { isDeepStrictEqual } from 'node:util';

import { mapConcurrently } from '../../support/map-concurrently.ts';
import type { TestService } from '../../support/service.ts';
import { sendRequest, type ComparableAnswer } from './send-request.ts';
import { installWorld } from './install-world.ts';
import type { WalkRequest } from './walk-request.ts';
import { requests } from './all-requests.ts';
import { describeRequest, type WalkFindings, type SignedInCaller } from './walk-requests.ts';
import { accessIn, readableTiles, type World } from '../../support/world/world.ts';

/**
 * Sends the same requests with and without the resource instances that a caller may not see: the answers must be the same. The service
 * has the world before, and the world without them afterwards.
 * @param callers of the world: the one is chosen whose tiles refer most often to what it may not see
 * @param turn chooses the requests
 */
export async function walkWithoutClosed(
  world: World,
  callers: readonly SignedInCaller[],
  turn: number,
  service: TestService,
  findings: WalkFindings,
): Promise<void> {
  const referencesOf = ({ accountId }: SignedInCaller): number =>
    closedReferences(world, accessIn(world, accountId));
  const [caller] = callers.toSorted((one, other) => referencesOf(other) - referencesOf(one));
  if (caller === undefined || referencesOf(caller) === 0) return;
  const without = worldWithout(world, accessIn(world, caller.accountId));
  const sent = Object.entries(requests)
    .filter(([id]) => !countsClosed.has(id) && !hasDatabaseIds.has(id))
    .flatMap(([, requestsOf]) => requestsOf(without, turn));
  const answers = (): Promise<readonly ComparableAnswer[]> =>
    mapConcurrently(sent, async (request) =>
      comparable(await sendRequest(service, request, caller.token)),
    );
  const before = await answers();
  await installWorld(without, service);
  const after = await answers();
  findings.comparedWithoutClosedCount += sent.length;
  findings.affectedByClosed.push(
    ...sent
      .filter((_request: WalkRequest, index) => !isDeepStrictEqual(before[index], after[index]))
      .map((request) => describeRequest(request, caller)),
  );
}

/** Ordinals and counts of the activity stream are the same for everybody who has the right. */
const countsClosed: ReadonlySet<string> = new Set([
  'get-history',
  'get-history-page',
  'get-history-item',
  'get-resource-activity',
]);

/** Features of layers have numbers of the database, which are others in the other world. */
const hasDatabaseIds: ReadonlySet<string> = new Set(['list-ogc-items']);

/** How often tiles that a caller may read refer to resource instances that the caller may not see. */
function closedReferences(world: World, access: Access): number {
  const closed = new Set(
    world.resources.filter((one) => !access.maySee(one.id)).map(({ id }) => id),
  );
  return world.resources
    .filter((one) => access.maySee(one.id))
    .flatMap((one) => readableTiles(access, one))
    .flatMap(({ values }) => Object.values(values).flatMap(({ refersTo }) => refersTo))
    .filter((id) => closed.has(id)).length;
}

function worldWithout(world: World, access: Access): World {
  const resources = world.resources.filter((one) => access.maySee(one.id));
  const ids = new Set(resources.map(({ id }) => id));
  return {
    ...world,
    resources,
    rights: {
      ...world.rights,
      resource_grant: world.rights.resource_grant.filter((row) => ids.has(row.resource_id)),
    },
  };
}

/** Whether the entity tag of an answer depends on a time: of the publication of a model, or of the last change of the thesaurus. */
function dependsOnTime(headers: readonly string[], body: string): boolean {
  return (
    body.includes('"published_time"') ||
    headers.some((header) => /^link: .*\/rdm\/concepts\/[^>]*>; rel="alternate"/.test(header))
  );
}

/** An answer without times and numbers of the database, which are others in the other world. */
function comparable({ status, headers, body }: ComparableAnswer): ComparableAnswer {
  return {
    status,
    headers: headers.filter(
      (header) =>
        !/^(last-modified|content-length):/.test(header) &&
        !(header.startsWith('etag:') && dependsOnTime(headers, body)),
    ),
    body: body.replaceAll(
      /"id": ?"\d+",\s*"transaction": ?"[^"]*"|"(time|createdtime|published_time)": ?"[^"]*"/g,
      '',
    ),
  };
}
