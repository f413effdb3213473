import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';

import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

import { frontSecretHeader, hashFrontSecret } from '../../../lib/http/request/front.ts';
import { fromGatewayEvent } from '../../../lib/http/request/request.ts';
import { readSettings } from '../../../lib/settings.ts';
import { openGateway } from '../../gateway/emulator/gateway.ts';
import { readApiDefinition } from '../../gateway/emulator/api-definition.ts';
import { loadTemplate } from '../../gateway/emulator/load-packaged-service.ts';
import { readTileCacheKey } from '../../support/tile-cache-key.ts';
import { gatewayEvent } from '../../lib/http/lambda.ts';

const behaviour = z.strictObject({
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: z.string(),
  AllowedMethods: z.array(z.string()),
  CachedMethods: z.array(z.string()),
  Compress: z.boolean(),
  CachePolicyId: z.string(),
  OriginRequestPolicyId: z.string(),
  FunctionAssociations: z.array(z.looseObject({ EventType: z.string() })),
  LambdaFunctionAssociations: z.array(
    z.object({ EventType: z.string(), LambdaFunctionARN: z.object({ Ref: z.string() }) }),
  ),
});

const pathBehaviour = behaviour
  .extend({
    PathPattern: z.string(),
    CachePolicyId: z.union([z.string(), z.object({ Ref: z.string() })]),
  })
  .partial({
    OriginRequestPolicyId: true,
    FunctionAssociations: true,
    LambdaFunctionAssociations: true,
  });

const cachePolicySchema = z.object({
  Properties: z.object({
    CachePolicyConfig: z.looseObject({
      MinTTL: z.number(),
      DefaultTTL: z.number(),
      MaxTTL: z.number(),
    }),
  }),
});

const templateSchema = z.object({
  Resources: z.object({
    Distribution: z.object({
      Properties: z.object({
        DistributionConfig: z.looseObject({
          DefaultCacheBehavior: behaviour,
          CacheBehaviors: z.array(pathBehaviour),
          Origins: z.array(
            z.looseObject({
              OriginPath: z.unknown(),
              OriginCustomHeaders: z.array(z.object({ HeaderName: z.string() })),
            }),
          ),
          CustomErrorResponses: z.array(
            z.strictObject({ ErrorCode: z.number(), ErrorCachingMinTTL: z.number() }),
          ),
        }),
      }),
    }),
    TileCachePolicy: cachePolicySchema,
    AddressFunction: z.object({ Properties: z.looseObject({ FunctionCode: z.string() }) }),
    ChallengeFunction: z.object({
      Properties: z.strictObject({
        Description: z.string(),
        Runtime: z.string(),
        Architectures: z.array(z.string()),
        Handler: z.string(),
        MemorySize: z.number(),
        Timeout: z.number(),
        Role: z.unknown(),
        Code: z.object({ ZipFile: z.string() }),
      }),
    }),
    ChallengeRole: z.object({
      Properties: z.strictObject({ AssumeRolePolicyDocument: z.unknown() }),
    }),
    Firewall: z.object({ Properties: z.unknown() }),
  }),
});

const file = join(resolve(import.meta.dirname, '../../..'), 'infra/aws/front.yml');
let template: z.output<typeof templateSchema>['Resources'];
let resourceNames: readonly string[];

beforeAll(async () => {
  const parsed: unknown = parse(await readFile(file, 'utf8'));
  template = templateSchema.parse(parsed).Resources;
  resourceNames = Object.keys(z.object({ Resources: z.looseObject({}) }).parse(parsed).Resources);
});

const readDistribution = () => template.Distribution.Properties.DistributionConfig;

describe('the front', () => {
  it('caches nothing by default, and forwards all headers except Host', () => {
    // The managed policies CachingDisabled and AllViewerExceptHostHeader.
    expect(readDistribution().DefaultCacheBehavior).toMatchObject({
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    });
  });

  it('caches none of the error statuses that CloudFront caches by default', () => {
    const errors = readDistribution().CustomErrorResponses;
    expect(errors.map(({ ErrorCode }) => ErrorCode)).toEqual([
      400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504,
    ]);
    expect(errors.filter(({ ErrorCachingMinTTL }) => ErrorCachingMinTTL !== 0)).toEqual([]);
  });

  it('adds the stage to the path, and sends its secret in the header that the service checks', () => {
    expect(readDistribution().Origins).toMatchObject([
      {
        OriginPath: { 'Fn::Sub': '/${Stage}' },
        OriginCustomHeaders: [{ HeaderName: frontSecretHeader }],
        CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
      },
    ]);
  });
});

describe('the cache of the front', () => {
  const listTileBehaviours = () =>
    readDistribution().CacheBehaviors.filter(
      ({ CachePolicyId }) => typeof CachePolicyId === 'object',
    );

  it('has the paths of map tiles and of static files', () => {
    expect(readDistribution().CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual([
      '/ogc/tiles/*',
      '/ogc/collections/*/tiles/*',
      '/mvt/*',
      '/assets/*',
    ]);
  });

  it('treats map tiles like all other paths, except that their Cache-Control decides', () => {
    const { MinTTL, DefaultTTL, MaxTTL } = template.TileCachePolicy.Properties.CachePolicyConfig;
    expect([MinTTL, DefaultTTL, MaxTTL]).toEqual([0, 0, 86_400]);
    const { CachePolicyId: _policy, ...common } = readDistribution().DefaultCacheBehavior;
    const behaviours = listTileBehaviours();
    expect(behaviours).toHaveLength(3);
    for (const { PathPattern: _path, ...rest } of behaviours) {
      expect(rest).toEqual({ ...common, CachePolicyId: { Ref: 'TileCachePolicy' } });
    }
  });

  it('depends on no more headers than CloudFront allows', async () => {
    expect((await readTileCacheKey()).listed.length).toBeLessThanOrEqual(10);
  });

  it('passes nothing on for static files', () => {
    const files = readDistribution().CacheBehaviors.find(
      ({ PathPattern }) => PathPattern === '/assets/*',
    );
    // The managed policy CachingOptimized.
    expect(files?.CachePolicyId).toBe('658327ea-f89d-4fab-a63d-7e88639e58f6');
    expect(files?.OriginRequestPolicyId).toBeUndefined();
  });
});

const lambdaSchema = z.looseObject({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});

describe('every function that API Gateway calls', () => {
  it('has the hashes of the front secrets, so that it can refuse requests that bypass the front', async () => {
    const service = await loadTemplate();
    const ids = new Set(readApiDefinition(service).methods.map(({ functionId }) => functionId));
    expect(ids.size).toBeGreaterThan(50);
    for (const id of ids) {
      const { Environment } = lambdaSchema.parse(service.Resources[id]?.Properties);
      expect([id, Object.keys(Environment.Variables)]).toEqual([
        id,
        expect.arrayContaining(['HDS_FRONT_SECRET_HASHES', 'HDS_VIEWER_ADDRESS_HEADER']),
      ]);
    }
  });

  it('has no reserved concurrency, unless an operator sets it', async () => {
    const service = await loadTemplate();
    expect(JSON.stringify(service)).not.toContain('ReservedConcurrentExecutions');
  });
});

describe('the function that writes the address of the caller', () => {
  const secret = 's'.repeat(32);

  /** The address that the service reads if the front received a request with these headers. */
  function addressBehindFront(ip: string, headers: Readonly<Record<string, { value: string }>>) {
    const request = { uri: '/', headers: { ...headers }, querystring: {} };
    const event = { request, viewer: { ip } };
    const code = `${template.AddressFunction.Properties.FunctionCode}; handler(event)`;
    const result: unknown = runInNewContext(code, { event });
    const sent = z
      .object({ headers: z.record(z.string(), z.object({ value: z.string() })) })
      .parse(result);
    const { front } = readSettings({ HDS_FRONT_SECRET_HASHES: hashFrontSecret(secret) });
    const pairs = Object.entries(sent.headers).map(([name, { value }]) => [name, [value]] as const);
    const received = { ...Object.fromEntries(pairs), [frontSecretHeader]: [secret] };
    return fromGatewayEvent(gatewayEvent({ headers: received }), 'id', front).sourceAddress;
  }

  it.each(['198.51.100.9', '2001:db8::1', '2001:db8:85a3:8d3:1319:8a2e:370:7348'])(
    'writes the address in the form that the service reads by default: %s',
    (ip) => {
      expect(addressBehindFront(ip, {})).toBe(ip);
    },
  );

  it('replaces an address that the caller has sent', () => {
    const forged = { 'x-viewer-address': { value: '192.0.2.1:1' } };
    expect(addressBehindFront('198.51.100.9', forged)).toBe('198.51.100.9');
  });
});

describe('the cache of map tiles', () => {
  const readNames = (uri: string, header: string): readonly string[] => {
    const code = `${template.AddressFunction.Properties.FunctionCode}; handler(event)`;
    const headers = { [header]: { value: '1850' } };
    const event = { request: { uri, headers, querystring: {} }, viewer: { ip: '198.51.100.9' } };
    const result: unknown = runInNewContext(code, { event });
    return Object.keys(
      z.object({ querystring: z.record(z.string(), z.unknown()) }).parse(result).querystring,
    );
  };

  it.each([
    'x-service-period',
    'x-arches-node.type',
    'x-service-related.beside',
    'x-service-graph',
  ])('has another key for a request with the header %s, which is refused', (header) => {
    for (const uri of [
      '/mvt/a/0/0/0.pbf',
      '/ogc/tiles/a/0/0/0',
      '/ogc/collections/b/tiles/a/0/0/0',
    ]) {
      expect([uri, readNames(uri, header).length]).toEqual([uri, 1]);
    }
    expect(readNames('/geojson', header)).toEqual([]);
  });

  it('has the same key for other headers', () => {
    expect(readNames('/ogc/tiles/a/0/0/0', 'x-service-format')).toEqual([]);
    expect(readNames('/ogc/tiles/a/0/0/0', 'accept-language')).toEqual([]);
  });
});

type EdgeHeaders = Readonly<Record<string, readonly { key: string; value: string }[]>>;

/** Runs the function at origin-response. @returns the response that CloudFront continues with */
async function runAtOriginResponse(status: string, headers: EdgeHeaders): Promise<unknown> {
  const module = { exports: {} };
  runInNewContext(template.ChallengeFunction.Properties.Code.ZipFile, { exports: module.exports });
  const handler: unknown = Reflect.get(module.exports, 'handler');
  if (typeof handler !== 'function') throw new Error('There is no handler.');
  const request = { clientIp: '198.51.100.9', method: 'GET', uri: '/nodes', querystring: '' };
  const response = { status, statusDescription: '', headers };
  const config = { distributionId: 'E1', eventType: 'origin-response', requestId: 'r' };
  return Reflect.apply(handler, undefined, [{ Records: [{ cf: { config, request, response } }] }]);
}

const toEdgeHeaders = (headers: Headers): EdgeHeaders =>
  Object.fromEntries([...headers].map(([key, value]) => [key.toLowerCase(), [{ key, value }]]));

describe('the function at origin-response', () => {
  it('restores the header WWW-Authenticate of a 401 of the service, and changes nothing else', async () => {
    const gateway = await openGateway();
    const headers = { authorization: 'Bearer none' };
    const url = 'https://heritage.example.org/resources';
    const refused = await gateway.fetch(new Request(url, { headers }));
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, null]);
    const sent = toEdgeHeaders(refused.headers);
    const { 'x-amzn-remapped-www-authenticate': challenge, ...others } = sent;
    expect(await runAtOriginResponse('401', sent)).toEqual({
      status: '401',
      statusDescription: '',
      headers: {
        ...others,
        'www-authenticate': [{ key: 'WWW-Authenticate', value: challenge?.[0]?.value }],
      },
    });
    expect(challenge?.[0]?.value).toBe('Bearer error="invalid_token"');
  });

  it('forwards a response without a challenge unchanged', async () => {
    const headers = { 'content-type': [{ key: 'Content-Type', value: 'application/json' }] };
    expect(await runAtOriginResponse('200', headers)).toEqual({
      status: '200',
      statusDescription: '',
      headers,
    });
  });

  it('meets the conditions of Lambda@Edge: x86_64, no environment, a role for both services', () => {
    // The strict schema above has no Environment, VpcConfig, Layers or DeadLetterConfig.
    expect(template.ChallengeFunction.Properties.Architectures).toEqual(['x86_64']);
    expect(template.ChallengeRole.Properties.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Principal: { Service: ['lambda.amazonaws.com', 'edgelambda.amazonaws.com'] } }],
    });
  });

  it('is used in a version whose logical id contains the hash of the function', () => {
    const properties = JSON.stringify(template.ChallengeFunction.Properties);
    const hash = createHash('sha256').update(properties).digest('hex').slice(0, 8);
    const version = `ChallengeVersion${hash}`;
    expect(resourceNames).toContain(version);
    expect(readDistribution().DefaultCacheBehavior.LambdaFunctionAssociations).toEqual([
      { EventType: 'origin-response', LambdaFunctionARN: { Ref: version } },
    ]);
  });
});

describe('the firewall', () => {
  it('is optional, and answers 429 with a problem document', () => {
    expect(readDistribution()['WebACLId']).toMatchObject({ 'Fn::If': ['HasFirewall', {}, {}] });
    const bodies = z
      .object({ CustomResponseBodies: z.object({ throttled: z.object({ Content: z.string() }) }) })
      .parse(template.Firewall.Properties);
    expect(JSON.parse(bodies.CustomResponseBodies.throttled.Content)).toMatchObject({
      status: 429,
      code: 'throttled',
    });
  });

  it('counts requests to the paths of sign-in separately', () => {
    const rules = z
      .object({ Rules: z.array(z.looseObject({ Name: z.string().optional() })) })
      .parse(template.Firewall.Properties).Rules;
    const signIns = rules.find(({ Name }) => Name === 'sign-ins');
    const pattern = /"RegexString":"([^"]+)"/.exec(JSON.stringify(signIns))?.[1] ?? '';
    const isCounted = (path: string): boolean => new RegExp(pattern).test(path);
    expect(['/o/token', '/o/sign-in', '/auth/get_token'].filter(isCounted)).toHaveLength(3);
    expect(['/ogc/collections', '/geojson', '/resources/o/'].filter(isCounted)).toEqual([]);
  });
});
