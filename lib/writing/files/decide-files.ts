import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { TileWrite } from '../../model/change/resource-write.ts';
import { listFileIds } from '../../model/files/file-ids.ts';
import type { NamedFile, PendingFile } from '../../queries/files/named-files.ts';
import type { Settings } from '../../settings.ts';
import { UnprocessableDocument } from '../errors.ts';

/** What a change does with the files that its tiles name. */
export type FileDecision = {
  /** The announced files that it is the first to name: their bytes become those of the file. */
  readonly pending: readonly PendingFile[];
  /** The ids that nothing knows. The tiles name them all the same, unless the settings refuse that. */
  readonly unknown: readonly string[];
};

type FilesOfRequest = {
  /** The files in the request that the service knows. */
  readonly namedFiles: readonly NamedFile[];
  /** All ids in the request, in lower case. */
  readonly uuids: readonly string[];
};

/**
 * Decides about the files that written tiles name.
 * @throws UnprocessableDocument if the author may not read one, or an unknown one is refused
 */
export function decideFiles(
  tiles: readonly TileWrite[],
  { namedFiles, uuids }: FilesOfRequest,
  { areFilesRequired }: Pick<Settings, 'areFilesRequired'>,
): FileDecision {
  const written = tiles.filter(({ change }) => change !== 'delete');
  refuseForeignFiles(written, namedFiles);
  const fileIds = listFileIds(written);
  const known = new Set(namedFiles.map(({ fileId }) => fileId));
  const pending = namedFiles.filter(
    (file): file is PendingFile => file.kind === 'pending' && fileIds.has(file.fileId),
  );
  // Other ids in the tiles are in the proposals of others, which were stored before.
  const unknown = uuids.filter((id) => fileIds.has(id) && !known.has(id));
  if (areFilesRequired && unknown.length > 0) throw refuseFiles('unknown_file', unknown);
  return { pending, unknown };
}

/**
 * Refuses a change that would give its author a file that the author may not read: whoever may read a tile may read the files that it names.
 * @rule Files: Which files may a tile name?
 */
function refuseForeignFiles(written: readonly TileWrite[], namedFiles: readonly NamedFile[]): void {
  const unreadable = namedFiles.filter(({ kind }) => kind === 'unreadable');
  if (unreadable.length === 0) return;
  const text = JSON.stringify(
    written.map(({ data, provisional_edits: edits }) => [data, edits]),
  ).toLowerCase();
  const foreign = unreadable.map(({ fileId }) => fileId).filter((id) => text.includes(id));
  if (foreign.length > 0) throw refuseFiles('unreadable_file', foreign);
}

const messages = {
  unreadable_file: (fileId: string) =>
    `The file ${fileId} belongs to something that you may not read. Name another file.`,
  unknown_file: (fileId: string) =>
    `There is no file ${fileId}. Send POST /files, send its bytes to the form in the answer, and name the id that it has.`,
} as const;

function refuseFiles(
  code: keyof typeof messages,
  fileIds: readonly string[],
): UnprocessableDocument {
  return new UnprocessableDocument(
    fileIds.map((fileId): DocumentProblem => ({
      code,
      pointer: '',
      message: messages[code](fileId),
    })),
  );
}
