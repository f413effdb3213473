import { PublicError } from '../errors.ts';

/** The account has announced as many files or bytes as it may on a day. */
export class UploadQuotaUsed extends PublicError {
  readonly code = 'upload_quota_used';
  readonly retryAfterSeconds: number;

  /** @param seconds until the next day begins */
  constructor(seconds: number) {
    super(
      `This account has announced as many files as it may on a day, or as many bytes. Try again in ${seconds} seconds, or ask an operator for a higher limit.`,
    );
    this.retryAfterSeconds = seconds;
  }
}
