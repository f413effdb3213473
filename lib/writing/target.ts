import type { AccountPrincipal } from '../model/accounts/principal.ts';
import { InvalidInput, NotAllowed, NotFound } from '../http/errors/errors.ts';
import { checkPreconditions, type Preconditions } from '../http/conditional/preconditions.ts';
import { Conflict } from '../http/errors/write-errors.ts';
import { cachedGraph } from '../queries/graphs/graph-cache.ts';
import type { ChangeAuthor } from '../model/change/change-world.ts';
import type { Before } from '../model/change/difference.ts';
import type { CompiledGraph } from '../model/graphs/compiled.ts';
import type { ResourceId } from '../model/ids.ts';
import type { ChangeSource } from '../queries/resources/resource-to-change.ts';

/** A resource instance that is to be changed, by somebody who may. */
export type Target = {
  readonly graph: CompiledGraph;
  readonly before: Before;
  readonly author: ChangeAuthor;
};

export type TargetQuery = {
  readonly resourceId: ResourceId;
  /** Whether the request names a model. */
  readonly namesGraph: boolean;
  readonly mayBeNew: boolean;
  /** What is said where nothing tells the model of a new one, and the request names something else of the model. */
  readonly unknownModel?: string;
  readonly preconditions: Preconditions;
};

export const unknownResource = 'There is no resource instance with this id that you may see.';

/**
 * Finds out what a change is to change, and holds it to the rights of the caller and to its conditions.
 * @throws NotFound where it is unknown or not the caller's to see; NotAllowed, Conflict, InvalidInput; PreconditionFailed, PreconditionRequired
 */
export function targetOf(
  source: ChangeSource,
  query: TargetQuery,
  principal: AccountPrincipal,
): Target {
  const { stored, rights, isReviewer } = source;
  if (stored?.canView === false) throw new NotFound(unknownResource);
  if (stored === undefined && !query.mayBeNew) throw new NotFound(unknownResource);
  checkGraph(source, query);
  const { graphId, publicationId } = source;
  if (graphId === undefined || publicationId === undefined) {
    throw query.unknownModel === undefined ? graphNeeded() : new NotFound(query.unknownModel);
  }
  if (stored === undefined ? !source.mayCreate : !stored.canChange) {
    throw new NotAllowed(
      stored === undefined
        ? 'Your account may not create resource instances of this model.'
        : 'Your account may see this resource instance, but not change it.',
    );
  }
  checkPreconditions(query.preconditions, stored?.version);
  return {
    graph: cachedGraph(publicationId, source.graph),
    author: { accountId: principal.accountId, isReviewer, rights },
    before:
      stored === undefined
        ? { kind: 'new', resourceId: query.resourceId }
        : {
            kind: 'stored',
            descriptors: stored.descriptors,
            resource: {
              resourceId: query.resourceId,
              graphId,
              legacyId: stored.legacyId,
              version: stored.version,
              tiles: source.tiles,
            },
          },
  };
}

function checkGraph({ graphId, namedGraphId, stored }: ChangeSource, query: TargetQuery): void {
  if (!query.namesGraph) return;
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
