import { PublicError } from '../errors.ts';

export class AccountNotActive extends PublicError {
  readonly code = 'account_not_active';

  constructor(username: string) {
    super(
      `The job runs as account ${username}, which is deactivated. Activate it, or choose another account: hds export-job edit NAME --as ACCOUNT`,
    );
  }
}

/** A file would have more parts than S3 allows. */
export class ExportTooLarge extends PublicError {
  readonly code = 'export_too_large';

  constructor() {
    super('The file would have over 10,000 parts. Split the job into several, by graph or bbox.');
  }
}

/** Another process has leased the job, or the job was changed. This process must stop writing. */
export class LeaseLost extends Error {
  readonly code = 'lease_lost';

  constructor() {
    super('Another process has taken over the job, or the job was changed.');
  }
}

/** No part of the file was finished within the time limit. */
export class NoProgress extends Error {
  readonly code = 'no_progress';

  constructor() {
    super(
      'No part of the file could be finished within the time limit. Split the job into several.',
    );
  }
}
