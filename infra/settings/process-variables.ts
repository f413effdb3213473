import type { SettingVariable } from './setting-variable.ts';

/** What an operator sets for a process: the local service, or `hds`. */
export const operatorVariables: readonly SettingVariable[] = [
  {
    name: 'PORT',
    default: '3000',
    meaning: 'Port of the local service.',
  },
  {
    name: 'HDS_DATA_DIR',
    default: '.data',
    meaning: 'Folder of the local instance: embedded database, lock file, secrets, log.',
  },
  {
    name: 'HDS_DATABASE_URL',
    meaning: '`postgres://…`: a native PostgreSQL instead of the embedded one, locally.',
  },
  {
    name: 'HDS_SAMPLE',
    default: 'on',
    meaning: '`off`: start empty. The sample is loaded only into an instance without graphs.',
  },
  {
    name: 'HDS_ANSWERS',
    default: 'buffered',
    meaning:
      'How streaming operations answer: `stream` (set by `serverless.yml`), or `buffered` (up to 6 MB).',
  },
  {
    name: 'HDS_EXPORT_FOLDER',
    default: 'HDS_DATA_DIR/exports',
    meaning: 'The folder of exports without a bucket.',
  },
  {
    name: 'HDS_FILE_FOLDER',
    default: 'HDS_DATA_DIR/files',
    meaning: 'The folder of [files](files.md) without a bucket.',
  },
  {
    name: 'HDS_CLUSTER_ARN',
    meaning: 'Cluster of the Data API of AWS, for `hds` without `--stage`.',
  },
  {
    name: 'HDS_SECRET_ARN',
    meaning: 'Secret of the role with which `hds` then connects.',
  },
  {
    name: 'AWS_REGION',
    default: 'eu-west-1',
    meaning: 'Region of the stack.',
  },
  {
    name: 'AWS_ENDPOINT_URL_RDS_DATA',
    meaning: 'Address of the Data API instead of that of AWS. `npm start` sets it to its emulator.',
  },
  {
    name: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
    meaning: 'The same for the secrets.',
  },
  {
    name: 'AWS_ENDPOINT_URL',
    meaning: 'The address for both, if they have none of their own.',
  },
];

/** What the stack of the service and `npm start` set for functions. */
export const stackVariables: readonly SettingVariable[] = [
  {
    name: 'HDS_SIGNING_KEY_SECRET',
    meaning: 'The secret with the private signing key, set by the stack.',
    setting: 'signingKeySecret',
  },
  {
    name: 'HDS_EXPORT_BUCKET',
    meaning: 'The bucket of exports. Set by the stack.',
    setting: 'exportBucket',
  },
  {
    name: 'HDS_FILE_BUCKET',
    meaning: 'The bucket of [files](files.md). Set by the stack.',
    setting: 'fileBucket',
  },
  {
    name: 'HDS_READ_SECRET_ARN',
    meaning:
      'The secret of the [database role](database.md#roles) `heritage_read`. Set by the stack or `npm start`.',
  },
  {
    name: 'HDS_WRITE_SECRET_ARN',
    meaning:
      'The secret of the [database role](database.md#roles) `heritage_write`. Set by the stack or `npm start`.',
  },
  {
    name: 'HDS_SIGN_IN_SECRET_ARN',
    meaning:
      'The secret of the [database role](database.md#roles) `heritage_sign_in`. Set by the stack or `npm start`.',
  },
  {
    name: 'HDS_REVOKE_SECRET_ARN',
    meaning:
      'The secret of the [database role](database.md#roles) `heritage_revoke`. Set by the stack or `npm start`.',
  },
  {
    name: 'HDS_ADMINISTER_SECRET_ARN',
    meaning:
      'The secret of the [database role](database.md#roles) `heritage_administer`. Set by the stack or `npm start`.',
  },
  {
    name: 'HDS_EXPORT_SECRET_ARN',
    meaning:
      'The secret of the [database role](database.md#roles) `heritage_export`. Set by the stack or `npm start`.',
  },
  {
    name: 'HDS_DERIVE_SECRET_ARN',
    meaning:
      'The secret of the [database role](database.md#roles) `heritage_derive`. Set by the stack or `npm start`.',
  },
];

/** What programs of this project set for each other. Operators do not set them. */
export const internalVariables: readonly SettingVariable[] = [
  {
    name: 'HDS_ASSET_FOLDER',
    meaning: 'The folder of the static files of pages, for functions that run from their sources.',
  },
  {
    name: 'HDS_EXPORT_LINKS',
    meaning: 'The address under which the emulator serves the files of exports.',
  },
  {
    name: 'HDS_FILE_LINKS',
    meaning: 'The address under which the emulator serves the files that tiles name.',
  },
  {
    name: 'HDS_LAMBDA_PORT',
    meaning: 'The port of the functions of serverless-offline.',
  },
  {
    name: 'HDS_BUILD_DIR',
    meaning: 'The folder of the built functions.',
  },
  {
    name: 'HDS_PACKAGE',
    meaning: 'What `npm run package` builds.',
  },
  {
    name: 'HDS_CLOSED',
    meaning: 'Whether a deployment closes the stage.',
  },
];
