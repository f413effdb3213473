import { afterAll, beforeEach } from 'vitest';

import { queryColumn, runStatement } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { createVisitorAccounts, openVisitor, type Visitor } from './visitor.ts';

/** The paths of the list of applications, and of the form that registers an application. */
export const listPath = '/o/applications/';
export const formPath = '/o/applications/register';

/** The fields that differ for an application that has a secret and acts for itself. */
export const confidentialFields = { client_type: 'confidential', grant_type: 'client-credentials' };

/** A service with two signed-in administrators of applications, and a function that reads the stored applications. */
export type Administrators = {
  readonly service: TestService;
  readonly ada: Visitor;
  readonly ben: Visitor;
  readonly adaId: number;
  /** Reads columns of all stored applications. */
  readonly readApplications: (columns: string) => Promise<readonly string[]>;
};

/** Opens a service for one test file. All applications are deleted before each test. */
export async function openAdministrators(): Promise<Administrators> {
  const service = await openTestService();
  afterAll(() => service.close());
  beforeEach(() => runStatement(service, 'delete from oauth_application'));
  const adaId = await createVisitorAccounts(service);
  const [ada, ben] = [openVisitor(service), openVisitor(service)];
  await ada.signIn('ada');
  await ben.signIn('ben');
  return {
    service,
    ada,
    ben,
    adaId,
    readApplications: (columns) => queryColumn(service, `select ${columns} from oauth_application`),
  };
}
