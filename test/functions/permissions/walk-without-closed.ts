import type { Access } from '../../support/world/access.ts';
import { isDeepStrictEqual } from 'node:util';

import { mapConcurrently } from '../../support/map-concurrently.ts';
import type { TestService } from '../../support/service.ts';
import { sendRequest, type ComparableAnswer } from './send-request.ts';
import { installWorld } from './install-world.ts';
import type { WalkRequest } from './walk-request.ts';
import {
  credentialHeaders,
  describeRequest,
  requestsByOperation,
  type Walk,
  type WalkFindings,
  type SignedInCaller,
} from './walk-requests.ts';
import { countClosedReferences } from '../../support/world/situations.ts';
import { accessIn, type World } from '../../support/world/world.ts';

/**
 * Sends the same requests before and after the resource instances that a caller may not see are deleted: the answers must be the same.
 * Requires that the world is installed. Afterwards the service has the world without those resource instances.
 * @param callers the function chooses the caller whose readable tiles have the most references to closed resource instances
 */
export async function walkWithoutClosed(
  { world, turn, operations }: Walk,
  callers: readonly SignedInCaller[],
  service: TestService,
  findings: WalkFindings,
): Promise<void> {
  const referencesOf = ({ accountId }: SignedInCaller): number =>
    countClosedReferences(world, accessIn(world, accountId));
  const [caller] = callers.toSorted((one, other) => referencesOf(other) - referencesOf(one));
  if (caller === undefined || referencesOf(caller) === 0) return;
  const worldWithoutClosed = worldWithout(world, accessIn(world, caller.accountId));
  const comparableOperations = operations.filter(
    (id) => !operationsThatCountClosed.has(id) && !operationsWithDatabaseIds.has(id),
  );
  const sentRequests = requestsByOperation({
    world: worldWithoutClosed,
    turn,
    operations: comparableOperations,
  })
    .flat()
    // Guest may see some of what is closed to the caller.
    .filter(
      ({ ignoresToken, usesSession = false }) =>
        ignoresToken !== true || usesSession || caller.accountId === null,
    );
  const sendAll = (): Promise<readonly ComparableAnswer[]> =>
    mapConcurrently(sentRequests, async (request) =>
      comparableAnswer(await sendRequest(service, request, credentialHeaders(request, caller))),
    );
  const answersBefore = await sendAll();
  await installWorld(worldWithoutClosed, service);
  const answersAfter = await sendAll();
  findings.comparedWithoutClosedCount += sentRequests.length;
  findings.affectedByClosed.push(
    ...sentRequests
      .filter(
        (_request: WalkRequest, index) =>
          !isDeepStrictEqual(answersBefore[index], answersAfter[index]),
      )
      .map((request) => describeRequest(request, caller)),
  );
}

/** Operations of the activity stream, whose ordinals and counts include closed resource instances. */
const operationsThatCountClosed: ReadonlySet<string> = new Set([
  'get-history',
  'get-history-page',
  'get-history-item',
  'get-resource-activity',
]);

/**
 * The operations whose features have ids from the database, which are others after the second installation. test/functions/ogc/map-tiles-without-closed.test.ts
 * compares tiles.
 */
const operationsWithDatabaseIds: ReadonlySet<string> = new Set([
  'list-ogc-items',
  'get-ogc-tile',
  'get-ogc-collection-tile',
  'get-node-tile',
]);

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

/**
 * Whether the entity tag of an answer depends on a time, of the publication of a model, of the last change of the thesaurus, or on a page; or
 * on the id of a relation beside tiles.
 */
function dependsOnInstallation(headers: readonly string[], body: string): boolean {
  return (
    body.includes('"published_time"') ||
    /"kind": ?"beside"/.test(body) ||
    body.includes('<time ') ||
    headers.some((header) => /^link: .*\/rdm\/concepts\/[^>]*>; rel="alternate"/.test(header))
  );
}

/** An answer without times and ids from the database, which are others after the second installation. */
function comparableAnswer({ status, headers, body }: ComparableAnswer): ComparableAnswer {
  return {
    status,
    headers: headers.filter(
      (header) =>
        !/^(last-modified|content-length):/.test(header) &&
        !(header.startsWith('etag:') && dependsOnInstallation(headers, body)),
    ),
    body: body.replaceAll(
      /"id": ?"\d+",\s*"transaction": ?"[^"]*"|"id": ?"[^"]*",\s*"direction"|"(time|createdtime|published_time)": ?"[^"]*"|Request id: <code>[^<]*|<time .*?<\/time>|\bcursor=\d+/g,
      '',
    ),
  };
}
