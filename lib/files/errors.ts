import { PublicError } from '../errors.ts';

/** An operator removed a file for good. What named it is still there. */
export class FileRemoved extends PublicError {
  readonly code = 'file_removed';

  constructor() {
    super('This file was removed, and will not come back. What names it is still here.');
  }
}
