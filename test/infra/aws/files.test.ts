import { beforeAll, describe, expect, it } from 'vitest';

import type { Template } from '../../../infra/aws/packaging.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

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

  it('is read below files/ by the function that serves files, and by no other', () => {
    const policies = Object.entries(template.Resources).flatMap(([name, resource]) =>
      JSON.stringify(resource).includes('FileBucket.Arn}/') && resource.Type === 'AWS::IAM::Role'
        ? [[name, JSON.stringify(resource.Properties)] as const]
        : [],
    );
    expect(policies.map(([name]) => name)).toEqual(['FileRole']);
    expect(policies[0]?.[1]).toContain(
      '"Action":"s3:GetObject","Resource":{"Fn::Sub":"${FileBucket.Arn}/files/*"}',
    );
  });
});
