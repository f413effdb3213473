import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

import * as z from 'zod';

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
export type Lock = Readonly<z.output<typeof lockShape>>;

/** A data folder that is held by this process. */
export type HeldFolder = {
  readonly directory: string;
  /** Tells others where the emulator listens. */
  readonly announce: (dataApiUrl: string) => Promise<void>;
  readonly release: () => Promise<void>;
};

/** Another process holds the data folder. */
export class DataFolderInUse extends Error {
  readonly code = 'data_folder_in_use';

  constructor(directory: string, lock: Lock) {
    const where = lock.dataApiUrl === undefined ? '' : `, its Data API is at ${lock.dataApiUrl}`;
    super(
      `The data folder ${directory} is held by process ${lock.pid} on ${lock.host} since ${lock.since}${where}. ` +
        'Stop that process, or give this one a folder of its own with HDS_DATA_DIR (and a PORT).',
    );
  }
}

const lockName = 'lock.json';

/**
 * Takes a data folder for this process alone; the folder is made where it is not there. A lock whose process is gone,
 * killed or crashed, is taken over.
 * @throws DataFolderInUse
 */
export async function holdDataFolder(directory: string): Promise<HeldFolder> {
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, lockName);
  const mine: Lock = {
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
    processStart: await processStart(process.pid),
  };
  if (!(await create(file, mine))) {
    const holder = await readLock(directory);
    if (holder !== undefined) throw new DataFolderInUse(directory, holder);
    await rm(file, { force: true });
    if (!(await create(file, mine))) {
      throw new DataFolderInUse(directory, (await readLock(directory)) ?? mine);
    }
  }
  return {
    directory,
    announce: async (dataApiUrl) => {
      await rm(file, { force: true });
      await create(file, { ...mine, dataApiUrl });
    },
    release: async () => rm(file, { force: true }),
  };
}

/** Who holds a data folder; undefined where nobody does. */
export async function readLock(directory: string): Promise<Lock | undefined> {
  const text = await readFile(path.join(directory, lockName), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const parsed = lockShape.safeParse(jsonOrNothing(text));
  if (!parsed.success) return undefined;
  return (await isAlive(parsed.data)) ? parsed.data : undefined;
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function create(file: string, lock: Lock): Promise<boolean> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(JSON.stringify(lock));
    await handle.close();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAlive(lock: Lock): Promise<boolean> {
  // A process of another machine cannot be asked: a shared folder stays with it until its lock is taken away by hand.
  if (lock.host !== hostname()) return true;
  try {
    process.kill(lock.pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const started = await processStart(lock.pid);
  return started === null || lock.processStart === null || started === lock.processStart;
}

async function processStart(pid: number): Promise<string | null> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program, in parentheses, may hold anything; the start time is the 20th field after it.
  return status?.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}
