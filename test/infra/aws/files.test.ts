import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { Template } from '../../../infra/aws/packaging.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

const roleSchema = z.object({
  Policies: z.array(
    z.object({
      PolicyDocument: z.object({
        Statement: z.array(
          z.object({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() }),
        ),
      }),
    }),
  ),
});

let template: Template;

beforeAll(async () => {
  template = await loadTemplate();
});

describe('the bucket of files', () => {
  it('is closed to the public, stays when the stack is deleted, and keeps former versions for 35 days, those of derivatives for 7', () => {
    expect(template.Resources['FileBucket']).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        VersioningConfiguration: { Status: 'Enabled' },
        LifecycleConfiguration: {
          Rules: [
            { Status: 'Enabled', NoncurrentVersionExpiration: { NoncurrentDays: 35 } },
            {
              Status: 'Enabled',
              Prefix: 'pending/',
              ExpirationInDays: 1,
              NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            },
            { Prefix: 'derived/', NoncurrentVersionExpiration: { NoncurrentDays: 7 } },
            { Status: 'Enabled', AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } },
          ],
        },
      },
    });
  });

  it('accepts only TLS', () => {
    expect(template.Resources['FileBucketPolicy']?.Properties).toMatchObject({
      Bucket: { Ref: 'FileBucket' },
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Principal: '*',
            Action: 's3:*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
          { 'Fn::If': ['ScansFiles', expect.anything(), { Ref: 'AWS::NoValue' }] },
        ],
      },
    });
  });

  it('closes originals without a good tag to links, if files are scanned for malware', () => {
    const policy = JSON.stringify(template.Resources['FileBucketPolicy']?.Properties);
    expect(policy).toContain(
      '"Effect":"Deny","Principal":"*","Action":["s3:GetObject","s3:GetObjectVersion"],"Resource":{"Fn::Sub":"${FileBucket.Arn}/files/*"},"Condition":{"ArnEquals":{"aws:PrincipalArn":{"Fn::GetAtt":["FileRole","Arn"]}},"StringNotEquals":{"s3:ExistingObjectTag/GuardDutyMalwareScanStatus":"NO_THREATS_FOUND"}}',
    );
  });

  it('is not scanned for malware without HDS_MALWARE_SCAN=on', () => {
    expect(template.Conditions).toMatchObject({ ScansFiles: { 'Fn::Equals': ['off', 'on'] } });
    const names = ['MalwareScan', 'MalwareScanRole'];
    expect(names.map((name) => template.Resources[name]?.Condition)).toEqual([
      'ScansFiles',
      'ScansFiles',
    ]);
  });

  it('lets scripts of any origin read and send forms, and nothing else', () => {
    expect(template.Resources['FileBucket']?.Properties).toMatchObject({
      CorsConfiguration: {
        CorsRules: [{ AllowedMethods: ['GET', 'HEAD', 'POST'], AllowedOrigins: ['*'] }],
      },
    });
  });

  it.each([
    ['PictureRole', [['s3:GetObject', 'derived/']]],
    [
      'FileRole',
      [
        ['s3:GetObject', 'files/'],
        ['s3:GetObject', 'derived/'],
      ],
    ],
    [
      'DeriveRole',
      [
        ['s3:GetObject', 'files/'],
        ['s3:PutObject', 'derived/'],
        ['s3:AbortMultipartUpload', 'derived/'],
      ],
    ],
    ['UploadRole', [['s3:PutObject', 'pending/']]],
    [
      'TransactionRole',
      [
        ['s3:GetObject', 'pending/'],
        ['s3:GetObject', 'files/'],
        ['s3:PutObject', 'files/'],
      ],
    ],
  ])('has functions that may do only this with its files: %s', (name, permissions) => {
    const role = roleSchema.parse(template.Resources[name]?.Properties);
    const statements = role.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
    expect(
      statements.flatMap(({ Action, Resource }) => {
        const names = JSON.stringify(Resource).matchAll(/FileBucket\.Arn\}\/([a-z/]*)/g);
        const prefixes = Array.from(names, ([, prefix]) => prefix);
        return [Action].flat().flatMap((action) => prefixes.map((prefix) => [action, prefix]));
      }),
    ).toEqual(permissions);
  });

  it('is closed to all others but the scan for malware', () => {
    const names = Object.entries(template.Resources).flatMap(([name, resource]) =>
      resource.Type === 'AWS::IAM::Role' &&
      JSON.stringify(resource.Properties).includes('FileBucket.Arn}/')
        ? [name]
        : [],
    );
    expect(names.toSorted()).toEqual([
      'DeriveRole',
      'FileRole',
      'MalwareScanRole',
      'PictureRole',
      'TransactionRole',
      'UploadRole',
    ]);
  });

  it('puts new files into the queue of the function that derives, two of which run at once', () => {
    const queue = { 'Fn::GetAtt': ['NewFileQueue', 'Arn'] };
    expect(template.Resources['FileBucket']?.Properties).toMatchObject({
      NotificationConfiguration: {
        QueueConfigurations: [
          {
            Event: 's3:ObjectCreated:*',
            Filter: { S3Key: { Rules: [{ Name: 'prefix', Value: 'files/' }] } },
            Queue: queue,
          },
        ],
      },
    });
    expect(template.Resources['NewFileMapping']?.Properties).toMatchObject({
      EventSourceArn: queue,
      FunctionName: { Ref: 'DeriveFilesLambdaFunction' },
      BatchSize: 1,
      ScalingConfig: { MaximumConcurrency: 2 },
    });
    expect(template.Resources['NewFileQueue']?.Properties).toMatchObject({
      RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['UnderivedFileQueue', 'Arn'] } },
    });
  });
});
