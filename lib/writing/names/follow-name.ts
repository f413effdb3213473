import { requestBytes } from '../../data-api/batches.ts';
import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { logTrouble } from '../../log.ts';
import type { NamingSources } from '../../model/descriptors/describe.ts';
import type { Names } from '../../model/descriptors/source-state.ts';
import type { ResourceId } from '../../model/ids.ts';
import { namesAtOnce } from '../../queries/descriptors/name-marks.ts';
import type { Naming } from '../../queries/descriptors/naming.ts';
import { storeTexts, textsAsJson } from '../../queries/descriptors/store-texts.ts';
import { describedTexts, refreshMarked } from './refresh-names.ts';

/** The name of a resource instance as a write has left it; empty where it is deleted. */
export type ChangedName = {
  readonly resourceId: ResourceId;
  /** The id under which the write left its mark. */
  readonly token: string;
  readonly names: Names;
  /** The resource instances that it names. */
  readonly namedIn: readonly string[];
};

/** Whether as many followers of a name as that follow in the request that changes it. */
export function isFew(followers: number): boolean {
  return followers > 0 && followers <= namesAtOnce;
}

/** What is done after something was stored. It throws nothing. */
export type Follow = (data: DataApi) => Promise<void>;

/**
 * Has the few names that contain another follow it, in one call after the write that changed it. The write stands without it:
 * where this fails, the mark that the write left is done later.
 * @param following as it was read with the write: with the name from before
 * @returns undefined where more would have to be sent than fits a request
 */
export function followName(following: Naming, changed: ChangedName): Follow | undefined {
  const sources = withChangedName(following.sources, changed);
  const text = textsAsJson(describedTexts({ ...following, sources }));
  if (Buffer.byteLength(text) > requestBytes) return undefined;
  const mark = { kind: 'resource', settledTo: null, isDone: true } as const;
  const marks = [{ ...mark, causeId: changed.resourceId, token: changed.token }];
  return withoutFail((data) => run(data.write, storeTexts({ text }, marks)));
}

/**
 * The same where the write took a transaction and brought nothing back: what it marked is read first.
 * @param token the id under which the write left its marks
 */
export function followMarks(token: string, languages: readonly string[]): Follow {
  return withoutFail((data) => refreshMarked(data, token, languages));
}

function withoutFail(work: (data: DataApi) => Promise<unknown>): Follow {
  return async (data) => {
    try {
      await work(data);
    } catch (error) {
      logTrouble(error);
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
    namedIn: (id) => (id === resourceId ? namedIn : sources.namedIn(id)),
  };
}
