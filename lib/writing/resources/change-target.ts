import { InvalidInput, NotAllowed, NotFound } from '../../errors.ts';
import { Conflict } from '../errors.ts';
import { cachedGraph } from '../../queries/graphs/graph-cache.ts';
import type { ChangeAuthor } from '../../model/change/change-context.ts';
import type { ResourceBefore, ResourceDiff } from '../../model/change/diff-resource.ts';
import type { IntendedTile } from '../../model/change/intended-tiles.ts';
import type { CompiledGraph } from '../../model/graphs/compiled-graph.ts';
import type { ResourceId } from '../../model/ids.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ChangeSource } from '../../queries/resources/resource-to-change.ts';
import { checkVersion } from '../expected-version.ts';
import type { ChangeRequest } from './change-request.ts';

/** A resource instance that is to be changed, by somebody who may. */
export type ChangeTarget = {
  readonly graph: CompiledGraph;
  readonly before: ResourceBefore;
  readonly author: ChangeAuthor;
};

export const resourceNotFoundMessage =
  'There is no resource instance with this id that you may see.';

/**
 * Finds out what a change is to change, and holds it to the rights of the writer and to the version that is expected.
 * @param resourceId of what was read
 * @throws NotFound where it is unknown or not the caller's to see; NotAllowed, Conflict, InvalidInput; UnexpectedVersion, VersionNeeded
 */
export function resolveTarget(
  source: ChangeSource,
  request: ChangeRequest,
  resourceId: ResourceId,
): ChangeTarget {
  const { stored, rights, isReviewer } = source;
  if (stored?.canView === false) throw new NotFound(resourceNotFoundMessage);
  checkGraph(source, request.mentions.graph !== null);
  const { graphId, publicationId } = source;
  if (graphId === undefined || publicationId === undefined) {
    throw request.unknownModel === undefined ? graphNeeded() : new NotFound(request.unknownModel);
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
    graph: cachedGraph(publicationId, source.graph),
    author: { accountId: request.principal.accountId, isReviewer, rights },
    before:
      stored === undefined
        ? { kind: 'new', resourceId }
        : {
            kind: 'stored',
            described: stored.described,
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

function checkGraph({ graphId, namedGraphId, stored }: ChangeSource, isNamed: boolean): void {
  if (!isNamed) return;
  if (namedGraphId === undefined) {
    throw new NotFound('There is no resource model with this id or slug that you may see.');
  }
  if (stored !== undefined && namedGraphId !== graphId) {
    throw new Conflict(
      `The resource instance belongs to model ${graphId}, and not to ${namedGraphId}. Its model cannot change: name that model, or another id.`,
    );
  }
}

function graphNeeded(): InvalidInput {
  const detail =
    'A new resource instance needs a model: send it to /resources/{graph id or slug}/{resource instance id}, or name the URI of the model in @type.';
  return new InvalidInput([{ in: 'path', pointer: '/graph', code: 'missing', detail }]);
}

/**
 * A model as far as a writer may read it: what is closed to the writer is there for no document of the writer's, and in no list
 * of what a value could stand for.
 */
export function readableModel(
  graph: CompiledGraph,
  { rights }: Pick<ChangeAuthor, 'rights'>,
): CompiledGraph {
  if (graph.nodegroups.every(({ nodegroupId }) => rights.has(nodegroupId))) return graph;
  return {
    ...graph,
    nodes: graph.nodes.filter(({ nodegroupId }) => nodegroupId === null || rights.has(nodegroupId)),
    nodegroups: graph.nodegroups.filter(({ nodegroupId }) => rights.has(nodegroupId)),
  };
}

/** What is thrown where a change touches nodegroups that the writer may read, but not change so. It names them. */
export function forbiddenError(
  difference: Extract<ResourceDiff, { kind: 'forbidden' }>,
  { nodegroups }: CompiledGraph,
): NotAllowed {
  const names = (ids: readonly string[]): string =>
    nodegroups
      .filter(({ nodegroupId }) => ids.includes(nodegroupId))
      .map(({ name, nodegroupId }) => `${pickText(name, ['en']) ?? ''} (${nodegroupId})`)
      .join(', ');
  const sentences = [
    ...(difference.write.length === 0 ? [] : [`change tiles of ${names(difference.write)}`]),
    ...(difference.delete.length === 0 ? [] : [`delete tiles of ${names(difference.delete)}`]),
  ];
  return new NotAllowed(`Your account may not ${sentences.join(', nor ')}. Nothing was changed.`);
}

/** Tiles of other resource instances are not moved, whether their owner may be seen or not. @throws Conflict */
export function checkTileOwners(
  tiles: readonly IntendedTile[],
  { otherTiles }: Pick<ChangeSource, 'otherTiles'>,
): void {
  const taken = tiles.filter(({ tileId }) => otherTiles.has(tileId));
  if (taken.length === 0) return;
  const ids = taken.slice(0, 5).map(({ tileId }) => tileId);
  throw new Conflict(
    `These tile ids belong to something else already: ${ids.join(', ')}. Leave the ids out, or POST the document to create a copy with ids of its own.`,
  );
}
