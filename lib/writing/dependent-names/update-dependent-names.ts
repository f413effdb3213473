import { fitIntoRequest } from '../../data-api/split-into-batches.ts';
import type { DataApi } from '../../data-api/client.ts';
import { runQuery } from '../../data-api/query.ts';
import { logError } from '../../log.ts';
import type { NamingSources } from '../../model/descriptors/compute-descriptors.ts';
import type { ResourceNames } from '../../model/descriptors/source-state.ts';
import type { ResourceId } from '../../model/ids.ts';
import { maxNamesPerBatch } from '../../queries/descriptors/name-marks.ts';
import type { DescriptorInputs } from '../../queries/descriptors/descriptor-inputs.ts';
import {
  updateDescriptorsIfUnchanged,
  serializeDescriptors,
} from '../../queries/descriptors/store-descriptors.ts';
import { computeDependentTexts, refreshNamesMarkedBy } from './refresh-names.ts';

/** The name of a resource instance after a write; empty if it is deleted. */
export type ChangedName = {
  readonly resourceId: ResourceId;
  /** The id of the mark that the write created. */
  readonly token: string;
  readonly names: ResourceNames;
  /** The resource instances whose names this name contains. */
  readonly namedResources: readonly string[];
};

/**
 * Whether there are dependent names, and few enough to be updated in the same request.
 * @rule Names and relations: Which names change in the request that changes a record or label, and which later?
 */
export function canUpdateInRequest(dependantCount: number): boolean {
  return dependantCount > 0 && dependantCount <= maxNamesPerBatch;
}

/** A task to run after a write. It never throws. */
export type FollowUp = (dataApi: DataApi) => Promise<void>;

/**
 * Creates the task that updates the few names that contain a changed name, in one call after the write. If the task
 * fails, the mark of the write remains, and the names are refreshed later.
 * @param naming loaded with the write, and still with the old name
 * @returns undefined if the new names exceed the request limit
 */
export function planDependentNameUpdate(
  naming: DescriptorInputs,
  changedName: ChangedName,
): FollowUp | undefined {
  const sources = withNewName(naming.sources, changedName);
  const text = serializeDescriptors(computeDependentTexts({ ...naming, sources }));
  if (!fitIntoRequest(text)) return undefined;
  const mark = { kind: 'resource', lastUpdatedId: null, isDone: true } as const;
  const marks = [{ ...mark, causeId: changedName.resourceId, token: changedName.token }];
  return toFollowUp((dataApi) =>
    runQuery(dataApi.write, updateDescriptorsIfUnchanged({ text }, marks)),
  );
}

/**
 * Creates the task that updates the names that a write in a transaction has marked. Such a write returns no data, so the
 * task loads the names first.
 * @param token the id of the marks that the write created
 */
export function planMarkedNameUpdate(token: string, languages: readonly string[]): FollowUp {
  return toFollowUp((dataApi) => refreshNamesMarkedBy(dataApi, token, languages));
}

function toFollowUp(task: (dataApi: DataApi) => Promise<unknown>): FollowUp {
  return async (dataApi) => {
    try {
      await task(dataApi);
    } catch (error) {
      logError(error);
    }
  };
}

function withNewName(
  sources: NamingSources,
  { resourceId, names, namedResources }: ChangedName,
): NamingSources {
  return {
    ...sources,
    names: (id) => (id === resourceId ? names : sources.names(id)),
    namedResources: (id) => (id === resourceId ? namedResources : sources.namedResources(id)),
  };
}
