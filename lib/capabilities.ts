/**
 * What the Lambda function of an operation may access. Each capability has an IAM role (infra/aws/roles.yml), and all but `none` a database role.
 * - `none`: no database access.
 * - `read`: reads data.
 * - `download`: reads data, and signs links to export files.
 * - `show-pictures`: reads data, and signs links to the copies of pictures that pages and viewers show.
 * - `serve-files`: reads data, and signs links to the files that tiles name.
 * - `write`: changes spatial views and mobile projects. May only run single statements.
 * - `transaction`: changes resource instances, and stores the files that their tiles are the first to name. May also open transactions, for changes that are too
 *   large for one statement.
 * - `upload`: records announced files, and signs the forms with which clients send them.
 * - `sign-in`: checks passwords.
 * - `token`: checks passwords, and signs access tokens.
 * - `revoke`: looks up tokens and sessions by their secret, revokes tokens and ends sessions, and checks the secrets of applications.
 * - `administer`: changes applications.
 * - `export`: runs export jobs, and writes their files.
 * - `derive`: reads the files that tiles name, and writes what is known of pictures, and their derivatives.
 */
export type Capability =
  | 'none'
  | 'read'
  | 'download'
  | 'show-pictures'
  | 'serve-files'
  | 'write'
  | 'transaction'
  | 'upload'
  | 'sign-in'
  | 'token'
  | 'revoke'
  | 'administer'
  | 'export'
  | 'derive';

/** A capability with database access. */
export type DataCapability = Exclude<Capability, 'none'>;

/** The database roles of functions. Their rights are in infra/schema/foundation/grants.sql. */
export const functionDatabaseRoles = [
  'read',
  'write',
  'sign-in',
  'revoke',
  'administer',
  'export',
  'derive',
] as const;

export type FunctionDatabaseRole = (typeof functionDatabaseRoles)[number];

/**
 * The database role of each capability.
 * @rule Database and local stack: What may a function do, and which database role does it have?
 */
export const databaseRoleOf: Readonly<Record<DataCapability, FunctionDatabaseRole>> = {
  read: 'read',
  download: 'read',
  'show-pictures': 'read',
  'serve-files': 'read',
  write: 'write',
  transaction: 'write',
  upload: 'write',
  'sign-in': 'sign-in',
  token: 'sign-in',
  revoke: 'revoke',
  administer: 'administer',
  export: 'export',
  derive: 'derive',
};
