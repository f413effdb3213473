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

  it('is read by the function that serves files, and derives from files/ into derived/ by another', () => {
    const policies = Object.entries(template.Resources).flatMap(([name, resource]) =>
      JSON.stringify(resource).includes('FileBucket.Arn}/') && resource.Type === 'AWS::IAM::Role'
        ? [[name, JSON.stringify(resource.Properties)] as const]
        : [],
    );
    expect(policies.map(([name]) => name)).toEqual(['FileRole', 'DeriveRole']);
    const [serving, deriving] = policies.map(([, properties]) => properties);
    expect(serving).toContain(
      '"Action":"s3:GetObject","Resource":[{"Fn::Sub":"${FileBucket.Arn}/files/*"},{"Fn::Sub":"${FileBucket.Arn}/derived/*"}]',
    );
    expect(deriving).toContain(
      '"Action":"s3:GetObject","Resource":{"Fn::Sub":"${FileBucket.Arn}/files/*"}',
    );
    expect(deriving).toContain(
      '"Action":["s3:PutObject","s3:AbortMultipartUpload"],"Resource":{"Fn::Sub":"${FileBucket.Arn}/derived/*"}',
    );
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
