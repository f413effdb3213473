import { firstCall } from '../../lib/data-api/chunks.ts';
import { firstPiece } from '../../lib/data-api/pieces.ts';
import type { Query } from '../../lib/data-api/query.ts';
import type { Statement } from '../../lib/data-api/sql.ts';
import type { Caller } from '../../lib/model/accounts/caller.ts';
import type { AccountPrincipal } from '../../lib/model/accounts/principal.ts';
import { throttleLimits } from '../../lib/model/accounts/throttle-limits.ts';
import type { ResourceChange, TileChange } from '../../lib/model/change/resource-change.ts';
import {
  nilUuid,
  parseConceptId,
  parseGraphId,
  parseNodeId,
  parseNodegroupId,
  parseResourceId,
  parseTileId,
} from '../../lib/model/ids.ts';
import { conceptContents } from '../../lib/queries/concepts/concept-contents.ts';
import { conceptPlaces } from '../../lib/queries/concepts/concept-places.ts';
import { findConcept } from '../../lib/queries/concepts/concepts.ts';
import { collectionPage } from '../../lib/queries/concepts/collection-members.ts';
import { listThesauri } from '../../lib/queries/concepts/list-thesauri.ts';
import { searchConcepts } from '../../lib/queries/concepts/search-concepts.ts';
import { filteredActivity } from '../../lib/queries/history/filtered-activity.ts';
import { resourceActivity } from '../../lib/queries/history/resource-activity.ts';
import { everyFeature } from '../../lib/geojson/feature-query.ts';
import { featuresBetween, firstFeatures } from '../../lib/queries/geojson/feature-piece.ts';
import { countFeatures, planStretches } from '../../lib/queries/geojson/feature-ranges.ts';
import { readableCollections } from '../../lib/queries/ogc/collections.ts';
import { countedGraphs, findGraph, readableGraphs } from '../../lib/queries/graphs/graphs.ts';
import {
  findFieldProject,
  listFieldProjects,
} from '../../lib/queries/mobile-projects/field-projects.ts';
import { findProject, listProjects } from '../../lib/queries/mobile-projects/known-projects.ts';
import {
  activityOf,
  activityPage,
  activityStream,
} from '../../lib/queries/history/activity-stream.ts';
import { readableNode, readableNodes } from '../../lib/queries/nodes/nodes.ts';
import { deleteResource } from '../../lib/queries/resources/delete-resource.ts';
import { instancePermissions } from '../../lib/queries/resources/instance-permissions.ts';
import { listResources } from '../../lib/queries/resources/list-resources.ts';
import { resourceHistory } from '../../lib/queries/resources/resource-history.ts';
import { resourceToChange } from '../../lib/queries/resources/resource-to-change.ts';
import { resourceToDelete } from '../../lib/queries/resources/resource-to-delete.ts';
import { writeWhole } from '../../lib/queries/resources/write-changes.ts';
import { resourceDocument } from '../../lib/queries/resources/resource-document.ts';
import { resourceDocuments } from '../../lib/queries/resources/resource-documents.ts';
import { resourceOfTileNode, tileDocument } from '../../lib/queries/tiles/tiles.ts';
import { completeSignIn } from '../../lib/queries/sign-in/complete-sign-in.ts';
import { countSignIn } from '../../lib/queries/sign-in/count-sign-in.ts';
import { findSession } from '../../lib/queries/sign-in/sessions.ts';
import { introspectToken } from '../../lib/queries/tokens/introspect-token.ts';
import { rotateRefreshToken } from '../../lib/queries/tokens/rotate-refresh-token.ts';
import { whileTokenHolds } from '../../lib/queries/tokens/authentication.ts';
import { profile } from '../../lib/queries/users/profile.ts';

// The values are of no consequence: they are parameters, and not part of a text.

const resourceId = parseResourceId(nilUuid);
const work = { resourceId, transactionId: nilUuid };
const writer = { caller: 1, transactionId: nilUuid };
const key = { accountId: 1, key: '', requestHash: '', resourceId, tileId: null };
const eitherWay = [false, true];
const rights = ['read', 'write', 'delete'] as const;
const account: AccountPrincipal = {
  kind: 'account',
  accountId: 1,
  scope: [],
  tokenFamilyId: nilUuid,
  keyId: '',
};

/**
 * Every statement that the database keeps, in each of its texts: as anonymous callers ask, and as those do who have a token.
 * What is marked as kept (lib/data-api/kept.ts) stands here, or is sent as a text.
 */
export function keptStatements(): readonly Statement[] {
  return [
    ...reads(null).map(statementOf),
    ...[...reads(account.accountId), ...readsBeforeWrites(account.accountId)].map((query) =>
      whileTokenHolds(statementOf(query), account),
    ),
    ...writes(),
    ...signIns(),
  ];
}

type Asked = Query<unknown> | Statement;

/** Of a query that takes several calls, all have the same text. */
function statementOf(query: Asked): Statement {
  if ('parts' in query) return firstCall(query);
  return 'items' in query ? firstPiece(query) : query;
}

function reads(caller: Caller): readonly Asked[] {
  return [
    ...documents(caller),
    ...listsOfResources(caller),
    ...features(caller),
    resourceHistory(caller, resourceId, null, 1),
    instancePermissions(caller, resourceId),
    tileDocument(caller, parseTileId(nilUuid)),
    resourceOfTileNode(caller, parseTileId(nilUuid), parseNodeId(nilUuid)),
    readableGraphs(caller),
    countedGraphs(caller),
    findGraph(caller, ''),
    ...rights.flatMap((right) => [
      readableNodes(caller, { columns: {}, right }),
      readableNodes(caller, { columns: { graph_id: nilUuid }, right }),
      readableNode(caller, parseNodeId(nilUuid), right),
    ]),
    profile(1),
    ...eitherWay.map((onlyActive) => listProjects(caller, onlyActive)),
    findProject(caller, nilUuid),
    listFieldProjects(caller),
    findFieldProject(caller, nilUuid),
    ...thesaurus(caller),
    ...history(caller),
  ];
}

function thesaurus(caller: Caller): readonly Query<unknown>[] {
  const asked = {
    includeSubConcepts: true,
    includeParentConcepts: true,
    includeRelatedConcepts: true,
    depthLimit: undefined,
    most: 1,
    representation: '',
    knownTags: [],
    modifiedSince: null,
  };
  const languages = { language: '', defaultLanguage: '' };
  const page = { after: '', limit: 1 };
  const scopes = [undefined, nilUuid].flatMap((scheme) =>
    [undefined, nilUuid].map((collection) => ({ scheme, collection })),
  );
  return [
    ...eitherWay.flatMap((showsStatements) => [
      findConcept(caller, parseConceptId(nilUuid), { ...asked, ...languages, showsStatements }),
      conceptContents(caller, [], [], showsStatements),
    ]),
    conceptPlaces(caller, [], { most: 1, down: true, up: true, beside: true }, languages),
    ...[undefined, 'Collection' as const].map((type) =>
      listThesauri(caller, type, languages, page.after, page.limit),
    ),
    ...scopes.map((scope) =>
      searchConcepts(caller, { ...languages, ...page, ...scope, words: '' }),
    ),
    collectionPage(caller, parseConceptId(nilUuid), {
      ...languages,
      ...page,
      depthLimit: undefined,
    }),
  ];
}

function history(caller: Caller): readonly Query<unknown>[] {
  const position = { after: 0, limit: 1 };
  const filters = [undefined, new Date(0).toISOString()].flatMap((since) =>
    [undefined, ''].flatMap((graph) =>
      [undefined, 'Create' as const].map((type) => ({ since, graph, type })),
    ),
  );
  return [
    activityStream(caller),
    activityPage(caller, 1),
    activityOf(caller, 1),
    resourceActivity(caller, resourceId, position),
    ...filters.map((filter) => filteredActivity(caller, filter, position)),
  ];
}

function listsOfResources(caller: Caller): readonly Query<unknown>[] {
  const positions = [
    { kind: 'page', page: 1 },
    { kind: 'cursor', after: resourceId },
  ] as const;
  return positions.flatMap((position) =>
    [undefined, ''].map((graph) => listResources(caller, graph, position, 1)),
  );
}

/** Features of all that there are, of some nodes, resource instances or a tile, with each of what their properties are made of; and those of layers. */
function features(caller: Caller): readonly Asked[] {
  const contents = [[], [nilUuid]].flatMap((nodegroups) =>
    eitherWay.flatMap((includePrimaryName) =>
      (nodegroups.length === 0 ? [false] : eitherWay).map((useDisplayValues) => ({
        ...everyFeature,
        nodegroups,
        includePrimaryName,
        useDisplayValues,
      })),
    ),
  );
  const tile = { resourceId: nilUuid, tileId: nilUuid };
  const stretch = { after: null, skipped: 0n, length: 1, overhead: 0, pieceBytes: 1 };
  const layer = { ...everyFeature, layer: '' };
  const alongIndex = [{}, { nodes: [] }];
  const others = [{ resources: [] }, { tile: nilUuid }, { tile: nilUuid, nodes: [] }];
  return [
    ...contents.flatMap((content) => [
      ...[...alongIndex, ...others].map((some) =>
        firstFeatures(caller, { ...content, ...some }, stretch),
      ),
      ...alongIndex.map((some) =>
        featuresBetween(
          caller,
          { ...content, ...some },
          { after: null, until: tile, pieceBytes: 1 },
        ),
      ),
    ]),
    ...[layer, { ...layer, gid: 1 }].map((query) => firstFeatures(caller, query, stretch)),
    readableCollections(caller, null),
    readableCollections(caller, ''),
    ...[...alongIndex, { layer: '' }].flatMap((some) => [
      planStretches(caller, { ...everyFeature, ...some }, stretch, null),
      countFeatures(caller, { ...everyFeature, ...some }, { after: null, until: null }, null),
    ]),
  ];
}

function documents(caller: Caller): readonly Query<unknown>[] {
  const asked = {
    leaveOutHidden: false,
    representation: '',
    cachedPublications: [],
    knownTags: [],
    modifiedSince: null,
  };
  return [
    resourceDocument(caller, resourceId, { ...asked, detail: 'tiles', showsNames: false }),
    resourceDocument(caller, resourceId, { ...asked, detail: 'tiles', showsNames: true }),
    resourceDocument(caller, resourceId, { ...asked, detail: 'concepts', showsNames: false }),
    resourceDocument(caller, resourceId, { ...asked, detail: 'names', showsNames: true }),
    resourceDocuments(caller, []),
  ];
}

/** What a change or a deletion depends on. */
function readsBeforeWrites(caller: Caller): readonly Query<unknown>[] {
  const change = {
    ...work,
    graph: null,
    nodegroupId: null,
    nodeId: null,
    rootClasses: [],
    idempotencyKey: null,
    uuids: [],
    iris: [],
    cachedPublications: [],
  };
  const deletions = eitherWay.flatMap((withReferrers) =>
    eitherWay.map((withTiles) => resourceToDelete(caller, { ...work, withReferrers, withTiles })),
  );
  return [resourceToChange(caller, change), ...deletions];
}

/** Changes of one resource instance that create, update or delete tiles, in every combination, and deletions. */
function writes(): readonly Statement[] {
  const kinds = subsets(['create', 'update', 'delete'] as const);
  const changes = kinds.flatMap((some) =>
    [undefined, key].flatMap((storedKey) =>
      [undefined, { resourceId, languages: [] }].map((followed) =>
        writeWhole([changeOf(some)], writer, storedKey, followed),
      ),
    ),
  );
  const deletion = { resourceId, version: '1', isProposed: false, refusesReferences: true };
  const deletions = [null, []].map((followedIn) =>
    deleteResource({ ...deletion, followedIn }, writer),
  );
  return [...changes, ...deletions];
}

/** Signing in, and what is asked of sessions and tokens. */
function signIns(): readonly Statement[] {
  const client = { clientId: '', secretHash: null, addressKey: '' };
  const refreshToken = { kind: 'refresh-token', tokenHash: '' } as const;
  const accessToken = { kind: 'access-token', tokenFamilyId: nilUuid } as const;
  const right = {
    accountId: 1,
    name: '',
    addressKey: '',
    checkedHash: '',
    newHash: null,
    mostFailures: { onName: 1, fromAddress: 1 },
  };
  const session = { kind: 'session', sessionHash: '', seconds: 1 } as const;
  const tokens = {
    kind: 'tokens',
    clientId: '',
    tokenFamilyId: nilUuid,
    scope: [],
    seconds: 1,
    refreshTokenHash: '',
  } as const;
  return [
    ...[{ kind: 'nothing' } as const, session, tokens].map((gift) => completeSignIn(right, gift)),
    countSignIn({ name: '', addressKey: '', clientId: null }, throttleLimits),
    findSession(''),
    rotateRefreshToken({
      client,
      refreshTokenHash: '',
      successorHash: '',
      scope: null,
      seconds: 1,
    }),
    introspectToken(client, null, null),
    introspectToken(client, refreshToken, null),
    introspectToken(client, accessToken, ''),
  ];
}

function changeOf(kinds: readonly TileChange['change'][]): ResourceChange {
  const tile = {
    tile_id: parseTileId(nilUuid),
    resource_id: resourceId,
    nodegroup_id: parseNodegroupId(nilUuid),
    parent_tile_id: null,
    keeps_parent: true,
    sort_order: null,
    data: {},
    provisional_edits: null,
    is_proposed: false,
  };
  return {
    kind: 'Update',
    resourceId,
    graphId: parseGraphId(nilUuid),
    version: '1',
    proposers: null,
    legacyId: undefined,
    createdAt: null,
    described: undefined,
    textsStamp: null,
    tiles: kinds.map((change) => ({ ...tile, change })),
    languages: [],
    uniqueChecks: [],
  };
}

function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const [first, ...others] = items;
  if (first === undefined) return [[]];
  return subsets(others).flatMap((some) => [some, [first, ...some]]);
}
