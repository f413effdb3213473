import { InvalidInput, NotAllowed, NotFound } from '../../errors.ts';
import { Conflict } from '../errors.ts';
import { getCompiledGraph } from '../../queries/graphs/graph-cache.ts';
import type { Author } from '../../model/change/comparison-context.ts';
import type { ResourceBefore, ResourceDifference } from '../../model/change/diff-resource.ts';
import type { IntendedTile } from '../../model/change/intended-resource.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { ResourceId } from '../../model/ids.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ChangeSource } from '../../queries/resources/resource-to-change.ts';
import { checkVersion } from '../expected-version.ts';
import type { ChangeRequest } from './change-request.ts';

export type Target = {
  readonly graph: CompiledGraph;
  readonly before: ResourceBefore;
  readonly author: Author;
};

export const resourceNotFoundMessage =
  'There is no resource instance with this id that you may see.';

/**
 * Resolves the target of a change, and checks the rights of the author and the expected version.
 * @param resourceId of the loaded resource instance
 * @throws NotFound if it is unknown or invisible; NotAllowed, Conflict, InvalidInput; UnexpectedVersion,
 * VersionRequired
 */
export function resolveTarget(
  source: ChangeSource,
  request: ChangeRequest,
  resourceId: ResourceId,
): Target {
  const { stored, rights, isReviewer } = source;
  if (stored?.canView === false) throw new NotFound(resourceNotFoundMessage);
  // Only a document creates a deleted resource instance again.
  if (stored === undefined && source.firstVersion !== '1' && request.tile !== undefined)
    throw new NotFound(resourceNotFoundMessage);
  checkGraph(source, request.mentions.graph !== null);
  const { graphId, publicationId } = source;
  if (graphId === undefined || publicationId === undefined) {
    throw request.modelNotFoundMessage === undefined
      ? createMissingGraphError()
      : new NotFound(request.modelNotFoundMessage);
  }
  if (stored === undefined ? !source.mayCreate : !stored.canChange) {
    throw new NotAllowed(
      stored === undefined
        ? 'Your account may not create resource instances of this model.'
        : 'Your account may see this resource instance, but not change it.',
    );
  }
  checkVersion(request.expected, stored?.visibleVersion);
  return {
    graph: getCompiledGraph(publicationId, source.graph),
    author: { accountId: request.principal.accountId, isReviewer, rights },
    before:
      stored === undefined
        ? { kind: 'new', resourceId }
        : {
            kind: 'stored',
            descriptors: stored.described,
            resource: {
              resourceId,
              graphId,
              legacyId: stored.legacyId,
              version: stored.version,
              isProposed: stored.isProposed,
              tiles: source.tiles,
            },
          },
  };
}

function checkGraph(
  { graphId, requestedGraphId, stored }: ChangeSource,
  isGraphNamed: boolean,
): void {
  if (!isGraphNamed) return;
  if (requestedGraphId === undefined) {
    throw new NotFound('There is no resource model with this id or slug that you may see.');
  }
  if (stored !== undefined && requestedGraphId !== graphId) {
    throw new Conflict(
      `The resource instance belongs to model ${graphId}, and not to ${requestedGraphId}. Its model cannot change: name that model, or another id.`,
    );
  }
}

function createMissingGraphError(): InvalidInput {
  const detail =
    'A new resource instance needs a model: send it to /resources/{graph id or slug}/{resource instance id}, or name the URI of the model in @type.';
  return new InvalidInput([{ in: 'path', pointer: '/graph', code: 'missing', detail }]);
}

/**
 * Removes nodegroups that the author cannot read, so that documents cannot use them and no list of candidates
 * contains them.
 */
export function toReadableModel(
  graph: CompiledGraph,
  { rights }: Pick<Author, 'rights'>,
): CompiledGraph {
  if (graph.nodegroups.every(({ nodegroupId }) => rights.has(nodegroupId))) return graph;
  return {
    ...graph,
    nodes: graph.nodes.filter(({ nodegroupId }) => nodegroupId === null || rights.has(nodegroupId)),
    nodegroups: graph.nodegroups.filter(({ nodegroupId }) => rights.has(nodegroupId)),
  };
}

/** Creates the error that names the nodegroups that the author can read but is not allowed to change. */
export function createForbiddenError(
  difference: Extract<ResourceDifference, { kind: 'forbidden' }>,
  { nodegroups }: CompiledGraph,
): NotAllowed {
  const names = (ids: readonly string[]): string =>
    nodegroups
      .filter(({ nodegroupId }) => ids.includes(nodegroupId))
      .map(({ name, nodegroupId }) => `${pickText(name, ['en']) ?? ''} (${nodegroupId})`)
      .join(', ');
  const actions = [
    ...(difference.write.length === 0 ? [] : [`change tiles of ${names(difference.write)}`]),
    ...(difference.delete.length === 0 ? [] : [`delete tiles of ${names(difference.delete)}`]),
  ];
  return new NotAllowed(`Your account may not ${actions.join(', nor ')}. Nothing was changed.`);
}

/**
 * Rejects tile ids that other resource instances use, visible or not.
 * @rule Writing: Who refuses tiles of another resource instance?
 * @throws Conflict
 */
export function checkTileOwners(
  tiles: readonly IntendedTile[],
  { otherTiles }: Pick<ChangeSource, 'otherTiles'>,
): void {
  const foreignTiles = tiles.filter(({ tileId }) => otherTiles.has(tileId));
  if (foreignTiles.length === 0) return;
  const ids = foreignTiles.slice(0, 5).map(({ tileId }) => tileId);
  throw new Conflict(
    `These tile ids are already used elsewhere: ${ids.join(', ')}. Leave the ids out, or POST the document to create a copy with new ids.`,
  );
}
