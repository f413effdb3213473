import { PublicError } from '../errors.ts';

/** The account has announced as many files or bytes as it may on a day. */
export class UploadQuotaUsed extends PublicError {
  readonly code = 'upload_quota_used';
  override readonly retryAfterSeconds: number;

  /** @param seconds until the next day begins */
  constructor(seconds: number) {
    super(
      `This account has announced as many files as it may on a day, or as many bytes. Try again in ${seconds} seconds, or ask an operator for a higher limit.`,
    );
    this.retryAfterSeconds = seconds;
  }
}

/** An operator removed a file for good. What named it is still there. */
export class FileRemoved extends PublicError {
  readonly code = 'file_removed';

  constructor() {
    super('This file was removed, and will not come back. What names it is still here.');
  }
}
