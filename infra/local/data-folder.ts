import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import * as z from 'zod';

import { isProcessRunning, readProcessStart } from './running-process.ts';

const lockShape = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** ISO 8601. */
  since: z.string(),
  /** When the process began, as the system counts it: tells it from a later process with the same number. */
  processStart: z.string().nullable(),
  dataApiUrl: z.string().optional(),
});

/** Who holds a data folder. */
export type DataFolderLock = Readonly<z.output<typeof lockShape>>;

/** A data folder that is held by this process. */
export type LockedDataFolder = {
  readonly directory: string;
  /** Tells others where the emulator listens. */
  readonly publishUrl: (dataApiUrl: string) => Promise<void>;
  readonly release: () => Promise<void>;
};

/** Another process holds the data folder. */
export class DataFolderInUse extends Error {
  readonly code = 'data_folder_in_use';

  constructor(directory: string, lock: DataFolderLock) {
    const where = lock.dataApiUrl === undefined ? '' : `, its Data API is at ${lock.dataApiUrl}`;
    super(
      `The data folder ${directory} is held by process ${lock.pid} on ${lock.host} since ${lock.since}${where}. ` +
        'Stop that process, or give this one a folder of its own with HDS_DATA_DIR (and a PORT).',
    );
  }
}

// The lock is the file with the highest number. Numbers only grow, and a file appears with all of its text at once, so
// of those who want to follow a lock whose process is gone exactly one makes the next file.
const lockName = /^lock-(\d+)\.json$/;
const lockFile = (directory: string, number: number): string =>
  path.join(directory, `lock-${number}.json`);

/**
 * Takes a data folder for this process alone; the folder is made where it is not there. A lock whose process is gone,
 * killed or crashed, is followed by a new one; a process of another machine is taken to be alive.
 * @throws DataFolderInUse
 */
export async function lockDataFolder(directory: string): Promise<LockedDataFolder> {
  await mkdir(directory, { recursive: true });
  const mine: DataFolderLock = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    processStart: await readProcessStart(process.pid),
  };
  const number = await takeNext(directory, mine);
  const file = lockFile(directory, number);
  return {
    directory,
    publishUrl: async (dataApiUrl) => replace(file, JSON.stringify({ ...mine, dataApiUrl })),
    // The file stays, so that its number is not used again.
    release: async () => replace(file, '{}'),
  };
}

/** @returns the number of the lock that is now ours */
async function takeNext(directory: string, mine: DataFolderLock): Promise<number> {
  for (;;) {
    const last = Math.max(0, ...(await lockNumbers(directory)));
    const holder = await readHolder(directory, last);
    if (holder !== undefined) throw new DataFolderInUse(directory, holder);
    const next = last + 1;
    const isMine = await create(lockFile(directory, next), JSON.stringify(mine));
    // Whoever was slow may have followed a lock that is long superseded.
    const numbers = await lockNumbers(directory);
    if (isMine && Math.max(...numbers) === next) {
      await removeAll(
        directory,
        numbers.filter((number) => number < next),
      );
      return next;
    }
    if (isMine) await removeAll(directory, [next]);
  }
}

/** Who holds a data folder; undefined where nobody does. */
export async function readDataFolderLock(directory: string): Promise<DataFolderLock | undefined> {
  return readHolder(directory, Math.max(0, ...(await lockNumbers(directory))));
}

async function readHolder(directory: string, number: number): Promise<DataFolderLock | undefined> {
  const text = await readFile(lockFile(directory, number), 'utf8').catch(() => '');
  const parsed = lockShape.safeParse(jsonOrNothing(text));
  if (!parsed.success) return undefined;
  const lock = parsed.data;
  // A process of another machine cannot be asked: a shared folder stays with it until its lock is taken away by hand.
  if (lock.host !== hostname()) return lock;
  return (await isProcessRunning(lock.pid, lock.processStart)) ? lock : undefined;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function lockNumbers(directory: string): Promise<readonly number[]> {
  const names = await readdir(directory).catch(() => []);
  return names.flatMap((name) => {
    const number = lockName.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

async function removeAll(directory: string, numbers: readonly number[]): Promise<void> {
  await Promise.all(numbers.map((number) => rm(lockFile(directory, number), { force: true })));
}

/** Makes a file with all of its text at once; false where it is there already. */
async function create(file: string, text: string): Promise<boolean> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text);
  try {
    await link(unfinished, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function replace(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
