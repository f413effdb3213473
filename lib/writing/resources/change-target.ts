import { InvalidInput, NotAllowed, NotFound } from '../../errors.ts';
import { Conflict } from '../errors.ts';
import { cachedGraph } from '../../queries/graphs/graph-cache.ts';
import type { ChangeAuthor } from '../../model/change/change-context.ts';
import type { Before } from '../../model/change/difference.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { ChangeSource } from '../../queries/resources/resource-to-change.ts';
import { checkVersion } from '../expected-version.ts';
import type { ChangeRequest } from './change-request.ts';

/** A resource instance that is to be changed, by somebody who may. */
export type ChangeTarget = {
  readonly graph: CompiledGraph;
  readonly before: Before;
  readonly author: ChangeAuthor;
};

export const unknownResource = 'There is no resource instance with this id that you may see.';

/**
 * Finds out what a change is to change, and holds it to the rights of the writer and to the version that is expected.
 * @param resourceId of what was read
 * @throws NotFound where it is unknown or not the caller's to see; NotAllowed, Conflict, InvalidInput; UnexpectedVersion, VersionNeeded
 */
export function targetOf(
  source: ChangeSource,
  request: ChangeRequest,
  resourceId: ResourceId,
): ChangeTarget {
  const { stored, rights, isReviewer } = source;
  if (stored?.canView === false) throw new NotFound(unknownResource);
  checkGraph(source, request.mentioned.graph !== null);
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
