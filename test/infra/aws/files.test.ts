import { beforeAll, describe, expect, it } from 'vitest';

import type { Template } from '../../../infra/aws/packaging.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

let template: Template;

beforeAll(async () => {
  template = await loadTemplate();
});

describe('the bucket of files', () => {
  it('is closed to the public, stays when the stack is deleted, and keeps former versions for 35 days', () => {
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
        ],
      },
    });
  });

  it('lets viewers of any origin read, and nothing else', () => {
    expect(template.Resources['FileBucket']?.Properties).toMatchObject({
      CorsConfiguration: {
        CorsRules: [{ AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['*'] }],
      },
    });
  });

  it('is read below files/ by the function that serves files, below derived/ by functions that show pictures, and by no other', () => {
    const policies = Object.entries(template.Resources).flatMap(([name, resource]) =>
      JSON.stringify(resource).includes('FileBucket.Arn}/') && resource.Type === 'AWS::IAM::Role'
        ? [[name, JSON.stringify(resource.Properties)] as const]
        : [],
    );
    const reads = (folder: string) =>
      `"Action":"s3:GetObject","Resource":{"Fn::Sub":"\${FileBucket.Arn}/${folder}/*"}`;
    expect(policies).toEqual([
      ['PictureRole', expect.stringContaining(reads('derived'))],
      ['FileRole', expect.stringContaining(reads('files'))],
    ]);
  });
});
