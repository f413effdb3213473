import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import * as z from 'zod';

import { parseJsonOrUndefined } from '../../lib/http/request/request-body.ts';
import { replaceFile } from './replace-file.ts';
import { isProcessRunning, readProcessStart } from './running-process.ts';
import { errorCode } from '../../lib/errors.ts';

const lockSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** When the folder was locked, in ISO 8601. */
  since: z.string(),
  /** The start time of the process, which distinguishes it from a later process with the same id. */
  processStart: z.string().nullable(),
  dataApiUrl: z.string().optional(),
});

/** The lock of a data folder: the process that uses it. */
export type DataFolderLock = Readonly<z.output<typeof lockSchema>>;

/** A data folder that this process has locked. */
export type LockedDataFolder = {
  readonly directory: string;
  /** Stores the URL of the emulator in the lock, where other processes find it. */
  readonly publishUrl: (dataApiUrl: string) => Promise<void>;
  readonly release: () => Promise<void>;
};

/** Another process uses the data folder. */
export class DataFolderInUse extends Error {
  readonly code = 'data_folder_in_use';

  constructor(directory: string, lock: DataFolderLock) {
    const location = lock.dataApiUrl === undefined ? '' : `, its Data API is at ${lock.dataApiUrl}`;
    super(
      `The data folder ${directory} is in use by process ${lock.pid} on ${lock.host} since ${lock.since}${location}. ` +
        'Stop that process, or set HDS_DATA_DIR to another folder, and PORT to another port.',
    );
  }
}

// Lock files are numbered, and the one with the highest number counts. Numbers only increase, and a file is created atomically
// with its whole text. So only one of several processes can create the next file after the lock of a process that has ended.
const lockFileName = /^lock-(\d+)\.json$/;
const lockPath = (directory: string, number: number): string =>
  path.join(directory, `lock-${number}.json`);

/**
 * Locks a data folder for this process, and creates it if it is missing. The lock of a process that has ended is replaced. A
 * process on another machine is assumed to be running.
 * @rule Database and local stack: How does one process lock a data folder?
 * @throws DataFolderInUse
 */
export async function lockDataFolder(directory: string): Promise<LockedDataFolder> {
  await mkdir(directory, { recursive: true });
  const ownLock: DataFolderLock = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    processStart: await readProcessStart(process.pid),
  };
  const number = await createNextLock(directory, ownLock);
  const file = lockPath(directory, number);
  return {
    directory,
    publishUrl: async (dataApiUrl) => replaceFile(file, JSON.stringify({ ...ownLock, dataApiUrl })),
    // Keeps the file, so that its number is not used again.
    release: async () => replaceFile(file, '{}'),
  };
}

/** Creates the next lock file. @returns its number @throws DataFolderInUse */
async function createNextLock(directory: string, ownLock: DataFolderLock): Promise<number> {
  for (;;) {
    const lastNumber = Math.max(0, ...(await listLockNumbers(directory)));
    const runningLock = await readRunningLock(directory, lastNumber);
    if (runningLock !== undefined) throw new DataFolderInUse(directory, runningLock);
    const nextNumber = lastNumber + 1;
    const isCreated = await createFile(lockPath(directory, nextNumber), JSON.stringify(ownLock));
    // While this process was slow, another one may have created and removed a file with this number, and created the next one.
    const numbers = await listLockNumbers(directory);
    if (isCreated && Math.max(...numbers) === nextNumber) {
      await removeLocks(
        directory,
        numbers.filter((number) => number < nextNumber),
      );
      return nextNumber;
    }
    if (isCreated) await removeLocks(directory, [nextNumber]);
  }
}

/** Reads the lock of a data folder; undefined if no running process has locked it. */
export async function readDataFolderLock(directory: string): Promise<DataFolderLock | undefined> {
  return readRunningLock(directory, Math.max(0, ...(await listLockNumbers(directory))));
}

async function readRunningLock(
  directory: string,
  number: number,
): Promise<DataFolderLock | undefined> {
  const text = await readFile(lockPath(directory, number), 'utf8').catch(() => '');
  const parsed = lockSchema.safeParse(parseJsonOrUndefined(text));
  if (!parsed.success) return undefined;
  const lock = parsed.data;
  // A process on another machine cannot be checked, so its lock counts until somebody deletes the file.
  if (lock.host !== hostname()) return lock;
  return (await isProcessRunning(lock.pid, lock.processStart)) ? lock : undefined;
}

async function listLockNumbers(directory: string): Promise<readonly number[]> {
  const names = await readdir(directory).catch(() => []);
  return names.flatMap((name) => {
    const number = lockFileName.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

async function removeLocks(directory: string, numbers: readonly number[]): Promise<void> {
  await Promise.all(numbers.map((number) => rm(lockPath(directory, number), { force: true })));
}

/**
 * Creates a file atomically with its whole text.
 * @returns false if the file exists already
 */
async function createFile(file: string, text: string): Promise<boolean> {
  const temporaryFile = `${file}.${randomUUID()}`;
  await writeFile(temporaryFile, text);
  try {
    await link(temporaryFile, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporaryFile, { force: true });
  }
}
