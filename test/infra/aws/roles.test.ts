import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { PackagedService } from '../../../infra/aws/packaging.ts';
import { functionVariables, secretVariables } from '../../../infra/generate/environment.ts';
import {
  loadOperations,
  loadSchedules,
  type DeclaredOperation,
  type DeclaredSchedule,
} from '../../../infra/generate/operations.ts';
import {
  databaseRoleOf,
  functionDatabaseRoles,
  type Capability,
} from '../../../lib/capabilities.ts';
import { loadPackagedService } from '../../gateway/emulator/load-packaged-service.ts';

const functionSchema = z.object({
  Handler: z.string(),
  Role: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const roleSchema = z.object({
  Policies: z.array(
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(
          z.object({
            Action: z.union([z.string(), z.array(z.string())]),
            Resource: z.unknown(),
          }),
        ),
      }),
    }),
  ),
});

type PackagedFunction = {
  readonly name: string;
  readonly handler: string;
  readonly role: string;
  readonly capability: Capability;
  readonly variables: Readonly<Record<string, unknown>>;
};

let packaged: PackagedService;
let functions: readonly PackagedFunction[];

function capabilitiesByHandler(
  operations: readonly DeclaredOperation[],
  schedules: readonly DeclaredSchedule[],
): ReadonlyMap<string, Capability> {
  return new Map([
    ...operations.map(({ handler, operation }) => [handler, operation.capability] as const),
    ...schedules.map(({ handler, schedule }) => [handler, schedule.capability] as const),
  ]);
}

beforeAll(async () => {
  packaged = await loadPackagedService();
  const capabilityOf = capabilitiesByHandler(await loadOperations(), await loadSchedules());
  functions = Object.entries(packaged.template.Resources)
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .flatMap(([id, { Properties }]) => {
      const { Handler: handler, Role, Environment } = functionSchema.parse(Properties);
      const capability = capabilityOf.get(handler);
      // The packager adds functions of its own for custom resources.
      if (capability === undefined) return [];
      const name = id.replace(/LambdaFunction$/, '');
      return [
        {
          name: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
          handler,
          role: Role['Fn::GetAtt'][0],
          capability,
          variables: Environment.Variables,
        },
      ];
    });
});

/** The actions that a role allows, with their resources. */
function permissionsOf(role: string): readonly string[] {
  const { Policies } = roleSchema.parse(packaged.template.Resources[role]?.Properties);
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .flatMap(({ Action, Resource }) =>
      [Action].flat().map((action) => `${action} ${nameOf(Resource)}`),
    )
    .filter((permission) => !permission.startsWith('logs:'))
    .toSorted();
}

/** The export of the database stack, or the resource of this stack, to which a value refers. */
function nameOf(value: unknown): string {
  const text = JSON.stringify(value);
  return (
    /database-test-([a-z-]+)/.exec(text)?.[1] ??
    /SigningKeySecret|ExportBucket|FileBucket|NewFileQueue/.exec(text)?.[0] ??
    text
  );
}

const executeStatement = 'rds-data:ExecuteStatement cluster-arn';
const readSecret = (name: string) => `secretsmanager:GetSecretValue ${name}`;

describe('the IAM role of a capability', () => {
  it.each([
    ['PlainRole', []],
    ['ReadRole', [executeStatement, readSecret('read-secret-arn')]],
    [
      'DownloadRole',
      [executeStatement, 's3:GetObject ExportBucket', readSecret('read-secret-arn')],
    ],
    ['PictureRole', [executeStatement, 's3:GetObject FileBucket', readSecret('read-secret-arn')]],
    ['FileRole', [executeStatement, 's3:GetObject FileBucket', readSecret('read-secret-arn')]],
    [
      'DeriveRole',
      [
        executeStatement,
        's3:AbortMultipartUpload FileBucket',
        's3:GetObject FileBucket',
        's3:ListBucket FileBucket',
        's3:PutObject FileBucket',
        readSecret('derive-secret-arn'),
        'sqs:DeleteMessage NewFileQueue',
        'sqs:GetQueueAttributes NewFileQueue',
        'sqs:ReceiveMessage NewFileQueue',
      ],
    ],
    ['WriteRole', [executeStatement, readSecret('write-secret-arn')]],
    [
      'TransactionRole',
      [
        'rds-data:BeginTransaction cluster-arn',
        'rds-data:CommitTransaction cluster-arn',
        executeStatement,
        'rds-data:RollbackTransaction cluster-arn',
        's3:GetObject FileBucket',
        's3:GetObject FileBucket',
        's3:ListBucket FileBucket',
        's3:PutObject FileBucket',
        readSecret('write-secret-arn'),
      ],
    ],
    ['UploadRole', [executeStatement, 's3:PutObject FileBucket', readSecret('write-secret-arn')]],
    ['SignInRole', [executeStatement, readSecret('sign-in-secret-arn')]],
    [
      'TokenRole',
      [executeStatement, readSecret('SigningKeySecret'), readSecret('sign-in-secret-arn')],
    ],
    ['RevokeRole', [executeStatement, readSecret('revoke-secret-arn')]],
    ['AdministerRole', [executeStatement, readSecret('administer-secret-arn')]],
    [
      'ExportRole',
      [
        executeStatement,
        's3:AbortMultipartUpload ExportBucket',
        's3:GetObject ExportBucket',
        's3:ListBucket ExportBucket',
        's3:PutObject ExportBucket',
        readSecret('export-secret-arn'),
      ],
    ],
  ])('%s allows exactly the listed actions', (role, permissions) => {
    expect(permissionsOf(role)).toEqual(permissions);
  });

  it('is the same for all functions with that capability, so a function that reads cannot write', () => {
    const pairs = new Set(functions.map(({ capability, role }) => `${capability} ${role}`));
    expect([...pairs].toSorted()).toEqual([
      'administer AdministerRole',
      'derive DeriveRole',
      'download DownloadRole',
      'export ExportRole',
      'none PlainRole',
      'read ReadRole',
      'revoke RevokeRole',
      'serve-files FileRole',
      'show-pictures PictureRole',
      'sign-in SignInRole',
      'token TokenRole',
      'transaction TransactionRole',
      'upload UploadRole',
      'write WriteRole',
    ]);
  });
});

describe('the environment of a function', () => {
  it('has the secret of its own database role, and of no other', () => {
    for (const { name, capability, variables } of functions) {
      const expectedVariables =
        capability === 'none' ? [] : [secretVariables[databaseRoleOf[capability]]];
      const present = functionDatabaseRoles
        .map((role) => secretVariables[role])
        .filter((variable) => variable in variables);
      expect([name, present]).toEqual([name, expectedVariables]);
      expect(['HDS_CLUSTER_ARN' in variables, 'HDS_SECRET_ARN' in variables]).toEqual([
        capability !== 'none',
        false,
      ]);
    }
  });

  it('has exactly the settings that its bundle reads', async () => {
    // The excluded names also occur in bundles for other purposes.
    const settings = functionVariables.filter(
      ({ setting }) =>
        !['baseUrl', 'instance', 'language', 'clientId', 'timeZone'].includes(setting),
    );
    for (const { name, variables } of functions) {
      const file = packaged.bundles.find(({ functionName }) => functionName === name)?.file ?? '';
      const code = await readFile(file, 'utf8');
      // lib/settings.ts itself names each setting once.
      const settingsInCode = settings.filter(
        ({ setting }) => code.split(new RegExp(`\\b${setting}\\b`)).length > 2,
      );
      // These functions share a module with those of PUT, which need this setting.
      const isShared = (variable: string): boolean =>
        variable === 'HDS_REQUIRE_IF_MATCH' && name.startsWith('createResource');
      const present = settings.filter(
        (setting) => setting.name in variables && !isShared(setting.name),
      );
      expect([name, present.map((setting) => setting.name)]).toEqual([
        name,
        settingsInCode.map((setting) => setting.name),
      ]);
    }
  });

  it('names the signing key only for issuing tokens, and each bucket only for what is in it', () => {
    const withVariable = (variable: string): readonly string[] =>
      functions
        .filter(({ variables }) => variable in variables)
        .map(({ name }) => name)
        .toSorted();
    expect(withVariable('HDS_SIGNING_KEY_SECRET')).toEqual([
      'getToken',
      'issueDocsToken',
      'issueToken',
    ]);
    expect(withVariable('HDS_EXPORT_BUCKET')).toEqual(['export', 'getExport']);
    expect(withVariable('HDS_FILE_BUCKET')).toEqual([
      'announceFile',
      'createResource',
      'createResourceOfGraph',
      'createTile',
      'deriveFiles',
      'getFile',
      'getIiifImage',
      'getLandingPage',
      'getMap',
      'getOgcApi',
      'getOgcCollection',
      'getOgcConformance',
      'getOgcItem',
      'getOgcLandingPage',
      'getResource',
      'getSearch',
      'listOgcCollections',
      'listOgcItems',
      'listResources',
      'putResource',
      'putResourceOfGraph',
      'storeImage',
      'writeNodeValue',
      'writeTile',
    ]);
  });
});
