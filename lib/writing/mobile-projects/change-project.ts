import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { DataApi } from '../../data-api/client.ts';
import { runQuery, type RowsQuery } from '../../data-api/query.ts';
import { InvalidInput, NotAllowed, NotFound, type InputError } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import {
  projectNotFoundMessage,
  type ProjectFields,
} from '../../model/mobile-projects/mobile-project.ts';
import {
  findProjectSource,
  type ProjectSource,
} from '../../queries/mobile-projects/project-to-change.ts';
import type { StoredProject } from '../../queries/mobile-projects/project-row.ts';
import { deleteProject, writeProject } from '../../queries/mobile-projects/write-project.ts';
import { Conflict } from '../errors.ts';
import { checkVersion, noExpectedVersion, type ExpectedVersion } from '../expected-version.ts';
import { toOutcome } from '../execute.ts';
import { retryUntilStored } from '../retry-until-stored.ts';
import { mergeProject, type ProjectEditors } from './merge-project.ts';

/** An account, or the operator of the command line, who is allowed to do everything. */
type ProjectWriter =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'operator' };

type ProjectRequest = {
  readonly writer: ProjectWriter;
  readonly id: string;
  /** Whether the project must be new, must exist, or either. */
  readonly kind: 'create' | 'change' | 'either';
  readonly fields: ProjectFields;
  /** Problems of fields that could not be parsed. */
  readonly problems: readonly InputError[];
  readonly expected?: ExpectedVersion;
  /** Defaults to the writer. */
  readonly editors?: ProjectEditors;
};

/** The stored project, and whether it was changed. */
type ChangedProject = { readonly project: StoredProject; readonly isChanged: boolean };

/**
 * Stores a project in two calls, a read and a write. An unchanged project is not written.
 * @throws NotAllowed, NotFound, Conflict, UnexpectedVersion; InvalidInput with all problems; OutcomeUnknown,
 * TooBusy
 */
export async function storeProject(
  dataApi: DataApi,
  request: ProjectRequest,
): Promise<ChangedProject> {
  const { writer, id, fields } = request;
  const writeId = randomUUID();
  const query = findProjectSource(callerOfWriter(writer), id, fields);
  return applyChange<ChangedProject>(dataApi, query, (source, isResponseLost) => {
    if (isResponseLost && source.project !== null && source.writeId === writeId) {
      return { result: { project: source.project, isChanged: true } };
    }
    const project = computeIntendedProject(request, source);
    const { project: before } = source;
    if (before !== null && isSameProject(before, project))
      return { result: { project: before, isChanged: false } };
    const version = before?.version ?? null;
    const nextVersion = versionAfter(version);
    return {
      write: writeProject(project, { writeId, version, nextVersion }),
      result: { project: { ...project, version: nextVersion }, isChanged: true },
    };
  });
}

/**
 * The first version is the time in microseconds, so that a project that is deleted and created again never repeats a
 * version.
 */
function versionAfter(version: string | null): string {
  return version === null ? String(Date.now() * 1000) : String(BigInt(version) + 1n);
}

/**
 * Deletes a project in two calls.
 * @throws NotAllowed, NotFound, UnexpectedVersion, OutcomeUnknown, TooBusy
 */
export async function removeProject(
  dataApi: DataApi,
  writer: ProjectWriter,
  id: string,
  expected: ExpectedVersion = noExpectedVersion,
): Promise<void> {
  const query = findProjectSource(callerOfWriter(writer), id, {});
  return applyChange<void>(dataApi, query, (source, isResponseLost) => {
    if (isResponseLost && source.project === null) return { result: undefined };
    const { version } = requireProject(writer, source);
    checkVersion(expected, version);
    return { write: deleteProject(id, version), result: undefined };
  });
}

/** The write, if there is one, and the result after it. */
type Decision<Result> = { readonly write?: RowsQuery<boolean>; readonly result: Result };

/**
 * Reads, decides and writes, and retries after a conflict. After a lost response, the stored project shows whether
 * the write succeeded.
 */
function applyChange<Result>(
  dataApi: DataApi,
  query: ReturnType<typeof findProjectSource>,
  decide: (source: ProjectSource, isResponseLost: boolean) => Decision<Result>,
): Promise<Result> {
  return retryUntilStored(async (isResponseLost) => {
    const { write, result } = decide(await runQuery(dataApi.read, query), isResponseLost);
    if (write === undefined) return { result };
    const outcome = await toOutcome(async () =>
      (await runQuery(dataApi.write, write)) ? 'stored' : 'conflict',
    );
    return outcome === 'stored' ? { result } : outcome;
  });
}

function callerOfWriter(writer: ProjectWriter): Caller {
  return writer.kind === 'account' ? writer.id : null;
}

const forbiddenMessage =
  'Only administrators and members of the group Mobile Project Administrator may create or change mobile projects.';

function mayWrite(writer: ProjectWriter, { manages }: ProjectSource): boolean {
  return writer.kind === 'operator' || manages;
}

/**
 * Returns the stored project.
 * @throws NotAllowed, NotFound
 */
function requireProject(writer: ProjectWriter, source: ProjectSource): StoredProject {
  const { project, isInvited } = source;
  if (mayWrite(writer, source)) {
    if (project !== null) return project;
  } else if (isInvited) throw new NotAllowed(forbiddenMessage);
  throw new NotFound(projectNotFoundMessage);
}

/** @throws NotAllowed, NotFound, Conflict, UnexpectedVersion; InvalidInput with all problems */
function computeIntendedProject(request: ProjectRequest, source: ProjectSource) {
  const { writer, id, kind, fields, expected = noExpectedVersion } = request;
  if (kind === 'change') requireProject(writer, source);
  else if (!mayWrite(writer, source)) throw new NotAllowed(forbiddenMessage);
  if (kind === 'create' && source.project !== null) {
    throw new Conflict(
      `Mobile project ${id} already exists. Nothing was changed. Use another id, or change the existing project.`,
    );
  }
  checkVersion(expected, source.project?.version);
  const { project, problems } = mergeProject(id, fields, editorsOf(request, source), source);
  // A field that cannot be parsed is not reported again as missing. If the complete body is invalid, no field is.
  const unparsedPointers = new Set(request.problems.map(({ pointer }) => pointer));
  const otherProblems = unparsedPointers.has('')
    ? []
    : problems.filter(({ pointer }) => !unparsedPointers.has(pointer));
  const allProblems = [...request.problems, ...otherProblems];
  if (allProblems.length > 0) throw new InvalidInput(allProblems);
  return project;
}

function editorsOf(
  { writer, editors }: ProjectRequest,
  { project }: ProjectSource,
): ProjectEditors {
  if (editors !== undefined) return editors;
  if (writer.kind === 'account') return { createdBy: writer.id, lastEditedBy: writer.id };
  return { createdBy: null, lastEditedBy: project?.lastEditedBy ?? null };
}

/** Whether two projects are equal, except for the last editor. */
function isSameProject(before: StoredProject, after: Omit<StoredProject, 'version'>): boolean {
  const { version, lastEditedBy } = before;
  return isDeepStrictEqual(before, { ...after, version, lastEditedBy });
}
