import { maxRequestBytes } from '../../data-api/split-into-batches.ts';
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

/** The name of a resource instance as a write has left it; empty where it is deleted. */
export type ChangedName = {
  readonly resourceId: ResourceId;
  /** The id under which the write left its mark. */
  readonly token: string;
  readonly names: ResourceNames;
  /** The resource instances that it names. */
  readonly namedIn: readonly string[];
};

/** Whether as many followers of a name as that follow in the request that changes it. */
export function canUpdateInRequest(followers: number): boolean {
  return followers > 0 && followers <= maxNamesPerBatch;
}

/** What is done after something was stored. It throws nothing. */
export type FollowUp = (data: DataApi) => Promise<void>;

/**
 * Has the few names that contain another follow it, in one call after the write that changed it. The write stands without it:
 * where this fails, the mark that the write left is done later.
 * @param following as it was read with the write: with the name from before
 * @returns undefined where more would have to be sent than fits a request
 */
export function updateDependentNames(
  following: DescriptorInputs,
  changed: ChangedName,
): FollowUp | undefined {
  const sources = withChangedName(following.sources, changed);
  const text = serializeDescriptors(computeDependentTexts({ ...following, sources }));
  if (Buffer.byteLength(text) > maxRequestBytes) return undefined;
  const mark = { kind: 'resource', settledTo: null, isDone: true } as const;
  const marks = [{ ...mark, causeId: changed.resourceId, token: changed.token }];
  return withoutFail((data) => runQuery(data.write, updateDescriptorsIfUnchanged({ text }, marks)));
}

/**
 * The same where the write took a transaction and brought nothing back: what it marked is read first.
 * @param token the id under which the write left its marks
 */
export function updateMarkedNames(token: string, languages: readonly string[]): FollowUp {
  return withoutFail((data) => refreshNamesMarkedBy(data, token, languages));
}

function withoutFail(work: (data: DataApi) => Promise<unknown>): FollowUp {
  return async (data) => {
    try {
      await work(data);
    } catch (error) {
      logError(error);
    }
  };
}

function withChangedName(
  sources: NamingSources,
  { resourceId, names, namedIn }: ChangedName,
): NamingSources {
  return {
    ...sources,
    names: (id) => (id === resourceId ? names : sources.names(id)),
    namedResources: (id) => (id === resourceId ? namedIn : sources.namedResources(id)),
  };
}
