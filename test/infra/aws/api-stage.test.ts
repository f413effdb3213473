import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import type { Template } from '../../../infra/aws/packaging.ts';
import { readApiDefinition } from '../../gateway/emulator/api-definition.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';

const stageSchema = z.object({
  StageName: z.string(),
  DeploymentId: z.object({ Ref: z.string() }),
  AccessLogSetting: z.object({
    DestinationArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) }),
    Format: z.string(),
  }),
  MethodSettings: z.array(
    z.looseObject({
      ResourcePath: z.string(),
      HttpMethod: z.string(),
      ThrottlingRateLimit: z.number(),
      ThrottlingBurstLimit: z.number(),
    }),
  ),
});

let template: Template;
let stage: z.output<typeof stageSchema>;

beforeAll(async () => {
  template = await loadTemplate();
  stage = stageSchema.parse(template.Resources['ApiGatewayStage']?.Properties);
});

const rateOf = (path: string, method: string): number | undefined =>
  stage.MethodSettings.find(
    ({ ResourcePath, HttpMethod }) => ResourcePath === path && HttpMethod === method,
  )?.ThrottlingRateLimit;

describe('the stage of the API', () => {
  it('limits all methods together, and sets lower limits for costly methods and sign-in', () => {
    expect(rateOf('/*', '*')).toBe(100);
    expect(rateOf('/~1geojson', 'GET')).toBe(10);
    expect(rateOf('/~1geojson', 'POST')).toBe(10);
    expect(rateOf('/~1ogc~1collections~1{first}~1items', 'GET')).toBe(10);
    for (const path of ['~1o~1token', '~1o~1sign-in', '~1auth~1get_token']) {
      expect(rateOf(`/${path}`, 'POST')).toBe(10);
    }
  });

  it('sets limits for the HTTP methods themselves, never for ANY', () => {
    const { methods } = readApiDefinition(template);
    expect(methods).toContainEqual(
      expect.objectContaining({ path: '/geojson', httpMethod: 'ANY' }),
    );
    expect(stage.MethodSettings.length).toBeGreaterThan(10);
    expect(stage.MethodSettings.map(({ HttpMethod }) => HttpMethod)).not.toContain('ANY');
  });

  it('keeps access logs for 30 days, without the path, the query string and the user', () => {
    const { DestinationArn, Format } = stage.AccessLogSetting;
    const [logGroup] = DestinationArn['Fn::GetAtt'];
    expect(template.Resources[logGroup]?.Properties).toMatchObject({ RetentionInDays: '30' });
    expect(Object.keys(z.record(z.string(), z.string()).parse(JSON.parse(Format)))).toContain(
      'address',
    );
    expect(Format).not.toMatch(/querystring|authorizer|user|\$context\.path\b/i);
  });

  it('is deployed again by each deployment, after the body of the API is imported', () => {
    const { DependsOn: dependencies, Properties: properties } = z
      .looseObject({ DependsOn: z.array(z.string()), Properties: z.unknown() })
      .parse(template.Resources[stage.DeploymentId.Ref]);
    expect(dependencies).toEqual([]);
    expect(properties).toEqual({ RestApiId: { Ref: 'ApiGatewayRestApi' } });
    // The time of packaging, so that no deployment keeps the copy of an earlier body.
    const [, time] = /^ApiGatewayDeployment(\d+)$/.exec(stage.DeploymentId.Ref) ?? [];
    expect(Number(time)).toBeGreaterThan(Date.parse('2026-01-01'));
  });
});
