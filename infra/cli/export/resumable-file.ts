import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';

import * as z from 'zod';

import { errorCode } from '../../../lib/errors.ts';

const stateSchema = z
  .object({
    /** Everything that the file depends on, except the data. */
    identity: z.string(),
    /** The size of the file after the last complete chunk. */
    bytes: z.number(),
    /** The position after which the next chunk begins; null if the file is complete. */
    after: z.object({ resourceId: z.string(), tileId: z.string() }).nullable(),
    resources: z.number(),
    leftOut: z.number(),
  })
  .readonly();

/** The stored progress of a file that is written in chunks. */
export type FileState = z.output<typeof stateSchema>;

/** An unfinished file beside the target, which a later process can continue. */
export type ResumableFile = {
  /** The state that an earlier process stored; undefined for a new file. */
  readonly storedState: FileState | undefined;
  /** Appends a chunk, then stores the state after it. */
  readonly append: (content: Buffer, state: Omit<FileState, 'identity' | 'bytes'>) => Promise<void>;
  /** Renames the complete file to the target. */
  readonly finish: () => Promise<void>;
  /** Where the unfinished file is. */
  readonly partFile: string;
  /** Deletes the unfinished file with its state. */
  readonly remove: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Only the user of this process may read the file, because it contains what one account may read. */
const ownerOnlyMode = 0o600;

/**
 * Opens `FILE.part`. Cuts off what an interrupted process wrote after it last stored its state, or everything if that state has
 * another identity.
 * @rule Imports and exports: How does an export of hds continue after a stop?
 * @param identity see `FileState`
 * @throws errors of the file system
 */
export async function openResumableFile(file: string, identity: string): Promise<ResumableFile> {
  const partFile = `${file}.part`;
  const stateFile = `${partFile}.json`;
  const storedState = await readState(stateFile, partFile, identity);
  const handle = await open(partFile, 'a', ownerOnlyMode);
  let bytes = storedState?.bytes ?? 0;
  await handle.truncate(bytes);
  return {
    storedState,
    append: async (content, state) => {
      await handle.appendFile(content);
      // The chunk must be on disk before the state that includes it.
      await handle.datasync();
      bytes += content.length;
      const newState: FileState = { ...state, identity, bytes };
      await writeFile(`${stateFile}.new`, JSON.stringify(newState), { mode: ownerOnlyMode });
      await rename(`${stateFile}.new`, stateFile);
    },
    finish: async () => {
      await rename(partFile, file);
      await rm(stateFile, { force: true });
    },
    partFile,
    remove: async () => {
      await rm(stateFile, { force: true });
      await rm(partFile, { force: true });
    },
    close: () => handle.close(),
  };
}

/** Reads the stored state. @returns undefined if there is none, or if it does not match the file */
async function readState(
  stateFile: string,
  partFile: string,
  identity: string,
): Promise<FileState | undefined> {
  try {
    const state = stateSchema.parse(JSON.parse(await readFile(stateFile, 'utf8')));
    const { size } = await stat(partFile);
    return state.identity === identity && state.bytes <= size ? state : undefined;
  } catch (error) {
    if (
      errorCode(error) === 'ENOENT' ||
      error instanceof z.ZodError ||
      error instanceof SyntaxError
    )
      return undefined;
    throw error;
  }
}
