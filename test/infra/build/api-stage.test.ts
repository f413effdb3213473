import { expect, it } from 'vitest';
import * as z from 'zod';

import ApiStage from '../../../infra/build/api-stage.ts';

const stageSchema = z.object({
  MethodSettings: z.array(
    z.looseObject({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }),
  ),
});

/** The throttling limits of a stage with three kinds of limits. */
function limitsOf(isClosed: boolean): readonly (readonly [rate: number, burst: number])[] {
  const resources: Record<string, { Type: string; Properties?: Record<string, unknown> }> = {
    Deployment: { Type: 'AWS::ApiGateway::Deployment' },
  };
  const { hooks } = new ApiStage({
    service: {
      provider: { stage: 'first', compiledCloudFormationTemplate: { Resources: resources } },
      custom: {
        isClosed,
        throttling: {
          all: { rate: '100', burst: '200' },
          streams: { rate: 10, burst: 20, paths: ['/geojson'] },
          passwords: { rate: 5, burst: 8, paths: ['/o/token'] },
        },
      },
      functions: {
        stream: { events: [{ http: { method: 'get', path: '/geojson' } }] },
        token: { events: [{ http: { method: 'post', path: '/o/token' } }] },
      },
    },
  });
  for (const hook of Object.values(hooks)) hook();
  const { MethodSettings } = stageSchema.parse(resources['ApiGatewayStage']?.Properties);
  return MethodSettings.map((limit) => [limit.ThrottlingRateLimit, limit.ThrottlingBurstLimit]);
}

it('a closed stage accepts no request, not even for methods with limits of their own', () => {
  expect(limitsOf(false)).toEqual([
    [100, 200],
    [10, 20],
    [5, 8],
  ]);
  expect(limitsOf(true)).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
});
