import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { DataApi } from '../../data-api/client.ts';
import { run, type RowsQuery } from '../../data-api/query.ts';
import { InvalidInput, NotAllowed, NotFound, type InputError } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { unknownProject, type ProjectFields } from '../../model/mobile-projects/mobile-project.ts';
import {
  projectToChange,
  type ProjectSource,
} from '../../queries/mobile-projects/project-to-change.ts';
import type { StoredProject } from '../../queries/mobile-projects/project-row.ts';
import { deleteProject, writeProject } from '../../queries/mobile-projects/write-project.ts';
import { Conflict } from '../errors.ts';
import { checkVersion, nothingExpected, type ExpectedVersion } from '../expected-version.ts';
import { outcomeOf } from '../store.ts';
import { untilStored } from '../until-stored.ts';
import { intendedProject, type ProjectEditors } from './intended-project.ts';

/** Who asks: an account, or whoever runs the command line, who may do everything. */
export type ProjectWriter =
  | { readonly kind: 'account'; readonly id: number }
  | { readonly kind: 'operator' };

/** A project that somebody asks to store. */
export type AskedProject = {
  readonly writer: ProjectWriter;
  readonly id: string;
  /** Whether there may be none yet, must be one, or either. */
  readonly kind: 'create' | 'change' | 'either';
  readonly fields: ProjectFields;
  /** What could not be read of it. */
  readonly problems: readonly InputError[];
  readonly expected?: ExpectedVersion;
  /** Who is told to have made it; the writer, where nothing is said. */
  readonly editors?: ProjectEditors;
};

/** What became of it, and whether anything was to be changed at all. */
export type ChangedProject = { readonly project: StoredProject; readonly isChanged: boolean };

/**
 * Stores a project, in two calls: one reads all that it depends on, one writes it whole. What is the same as before is not written.
 * @throws NotAllowed, NotFound, Conflict, UnexpectedVersion; InvalidInput that lists everything wrong; OutcomeUnknown, TooBusy
 */
export async function storeProject(data: DataApi, asked: AskedProject): Promise<ChangedProject> {
  const { writer, id, fields } = asked;
  const writeId = randomUUID();
  const read = projectToChange(callerOf(writer), id, fields);
  return attempted<ChangedProject>(data, read, (source, wasLost) => {
    if (wasLost && source.project !== null && source.writeId === writeId) {
      return { done: { project: source.project, isChanged: true } };
    }
    const project = decided(asked, source);
    const { project: before } = source;
    if (before !== null && isSame(before, project))
      return { done: { project: before, isChanged: false } };
    const version = before?.version ?? null;
    return {
      write: writeProject(project, { writeId, version }),
      done: {
        project: { ...project, version: String(BigInt(version ?? 0) + 1n) },
        isChanged: true,
      },
    };
  });
}

/**
 * Deletes a project, in two calls.
 * @throws NotAllowed, NotFound, UnexpectedVersion, OutcomeUnknown, TooBusy
 */
export async function removeProject(
  data: DataApi,
  writer: ProjectWriter,
  id: string,
  expected: ExpectedVersion = nothingExpected,
): Promise<void> {
  const read = projectToChange(callerOf(writer), id, {});
  return attempted<void>(data, read, (source, wasLost) => {
    if (wasLost && source.project === null) return { done: undefined };
    const { version } = known(writer, source);
    checkVersion(expected, version);
    return { write: deleteProject(id, version), done: undefined };
  });
}

/** What is to be written, if anything, and what is told then. */
type Decision<Result> = { readonly write?: RowsQuery<boolean>; readonly done: Result };

/**
 * Reads, decides and writes; anew where somebody else was faster. Where the answer to a write is lost, what is stored tells whether it
 * was carried out.
 */
function attempted<Result>(
  data: DataApi,
  read: ReturnType<typeof projectToChange>,
  decide: (source: ProjectSource, wasLost: boolean) => Decision<Result>,
): Promise<Result> {
  return untilStored(async (wasLost) => {
    const { write, done } = decide(await run(data.read, read), wasLost);
    if (write === undefined) return { result: done };
    const outcome = await outcomeOf(async () =>
      (await run(data.write, write)) ? 'stored' : 'changed',
    );
    return outcome === 'stored' ? { result: done } : outcome;
  });
}

function callerOf(writer: ProjectWriter): Caller {
  return writer.kind === 'account' ? writer.id : null;
}

const forbidden =
  'Mobile projects are made and changed by administrators and by members of the group Mobile Project Administrator.';

function mayWrite(writer: ProjectWriter, { manages }: ProjectSource): boolean {
  return writer.kind === 'operator' || manages;
}

/** The project that is stored. @throws NotAllowed, NotFound */
function known(writer: ProjectWriter, source: ProjectSource): StoredProject {
  const { project, isInvited } = source;
  if (mayWrite(writer, source)) {
    if (project !== null) return project;
  } else if (isInvited) throw new NotAllowed(forbidden);
  throw new NotFound(unknownProject);
}

function decided(asked: AskedProject, source: ProjectSource) {
  const { writer, id, kind, fields, expected = nothingExpected } = asked;
  if (kind === 'change') known(writer, source);
  else if (!mayWrite(writer, source)) throw new NotAllowed(forbidden);
  if (kind === 'create' && source.project !== null) {
    throw new Conflict(`There is a mobile project ${id} already. Nothing was changed.`);
  }
  checkVersion(expected, source.project?.version);
  const { project, problems } = intendedProject(id, fields, editorsOf(asked, source), source);
  // A field that cannot be read is not missing besides; nor is one of what is no project at all.
  const told = new Set(asked.problems.map(({ pointer }) => pointer));
  const others = told.has('') ? [] : problems.filter(({ pointer }) => !told.has(pointer));
  const all = [...asked.problems, ...others];
  if (all.length > 0) throw new InvalidInput(all);
  return project;
}

function editorsOf({ writer, editors }: AskedProject, { project }: ProjectSource): ProjectEditors {
  if (editors !== undefined) return editors;
  if (writer.kind === 'account') return { createdBy: writer.id, lastEditedBy: writer.id };
  return { createdBy: null, lastEditedBy: project?.lastEditedBy ?? null };
}

/** Whether nothing is said that is not stored already; who said it last does not count. */
function isSame(before: StoredProject, after: Omit<StoredProject, 'version'>): boolean {
  const { version, lastEditedBy } = before;
  return isDeepStrictEqual(before, { ...after, version, lastEditedBy });
}
