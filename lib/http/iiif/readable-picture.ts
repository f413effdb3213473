import { NotFound } from '../../errors.ts';
import { FileRemoved } from '../../files/errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Derivatives } from '../../queries/files/derivatives.ts';
import { findPicture } from '../../queries/files/find-picture.ts';
import type { DataHandlerContext } from '../data-handler.ts';
import { notVisibleError, uuidOrNilUuid } from '../errors/not-visible.ts';

const pictureNotFoundMessage = 'There is no picture with this id that you may read.';
const noCopiesMessage =
  'This file has no copies for viewers: it is no picture, or they are not made yet. Read it by GET /files/{file_id}.';

/**
 * Reads the copies of a picture that a caller may read.
 * @param id from the path
 * @throws NotFound, FileRemoved, or AuthenticationRequired for a caller who may read nothing
 */
export async function readPicture(
  id: string,
  caller: Caller,
  { read }: Pick<DataHandlerContext, 'read'>,
): Promise<Derivatives> {
  const { mayReadSomething, isReadable, isRemoved, derivatives } = await read(
    findPicture(caller, uuidOrNilUuid(id)),
  );
  if (!isReadable) throw notVisibleError(caller, mayReadSomething, pictureNotFoundMessage);
  if (isRemoved) throw new FileRemoved();
  if (derivatives === null) throw new NotFound(noCopiesMessage);
  return derivatives;
}
