import type { ResourceWrite } from '../../model/change/resource-write.ts';
import { UnprocessableDocument } from '../errors.ts';

/**
 * Refuses a change that would give its author a file that the author may not read: whoever may read a tile may read the files that it names.
 * @rule Files: Which files may a tile name?
 * @param unreadableFiles the ids in the request of files that the author may not read
 * @throws UnprocessableDocument
 */
export function refuseForeignFiles(
  { tiles }: ResourceWrite,
  unreadableFiles: readonly string[],
): void {
  if (unreadableFiles.length === 0) return;
  const written = JSON.stringify(
    tiles
      .filter(({ change }) => change !== 'delete')
      .map(({ data, provisional_edits: edits }) => [data, edits]),
  ).toLowerCase();
  const named = unreadableFiles.filter((fileId) => written.includes(fileId));
  if (named.length === 0) return;
  throw new UnprocessableDocument(
    named.map((fileId) => ({
      code: 'unreadable_file',
      pointer: '',
      message: `The file ${fileId} belongs to something that you may not read. Name another file.`,
    })),
  );
}
