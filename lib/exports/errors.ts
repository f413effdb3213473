import { PublicError } from '../errors.ts';

export class AccountNotActive extends PublicError {
  readonly code = 'account_not_active';

  constructor(username: string) {
    super(
      `Account ${username}, as which the job runs, is deactivated. Activate it, or have the job run as another one: hds export-job edit NAME --as ACCOUNT`,
    );
  }
}

/** A file would have more parts than S3 allows. */
export class ExportTooLarge extends PublicError {
  readonly code = 'export_too_large';

  constructor() {
    super('The file would have over 10,000 parts. Make several jobs of it, by graph or bbox.');
  }
}

/** Another process has leased the job, or somebody changed it. This process must not write any more. */
export class LeaseLost extends Error {
  readonly code = 'lease_lost';

  constructor() {
    super('Another process took the job over, or it was changed meanwhile.');
  }
}

/** No part of the file was finished in the time limit. */
export class NoProgress extends Error {
  readonly code = 'no_progress';

  constructor() {
    super('Not one part of the file could be finished in the time that there was.');
  }
}
