import { apiId, type Resource } from './compiled-api.ts';

/** The limits for each method of these paths: requests per second, and requests at once. */
type Throttle = {
  readonly rate: number | string;
  readonly burst: number | string;
  readonly paths?: readonly string[];
};

type Throttling = Readonly<Record<'all' | 'streams' | 'passwords', Throttle>>;

/** The part of the packager (Serverless Framework) that this plug-in uses. */
type Serverless = {
  readonly service: {
    readonly provider: {
      readonly stage: string;
      readonly compiledCloudFormationTemplate: { readonly Resources: Record<string, Resource> };
    };
    readonly custom: {
      readonly isClosed: boolean;
      readonly throttling: Throttling;
    };
    readonly functions: Readonly<
      Record<string, { readonly events?: readonly { readonly http?: HttpEvent }[] }>
    >;
  };
};

const allMethods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

type HttpEvent = { readonly method: string; readonly path: string };

/**
 * The format of the access log: a line of JSON for each request, without query and headers, because these may contain tokens.
 * @rule Deployment: What does the access log contain?
 */
const accessLogFormat = JSON.stringify({
  requestId: '$context.requestId',
  time: '$context.requestTime',
  address: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  milliseconds: '$context.responseLatency',
  integrationStatus: '$context.integration.status',
  error: '$context.error.responseType',
});

/**
 * A packager plug-in that declares the stage of the API as a resource of its own, with throttling and an access log. The packager
 * declares it as a part of the deployment, which can have neither.
 */
export default class ApiStage {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ service }: Serverless) {
    this.hooks = {
      'before:aws:package:finalize:saveServiceState': () => {
        const resources = service.provider.compiledCloudFormationTemplate.Resources;
        const [deploymentId, deployment] =
          Object.entries(resources).find(
            ([, { Type }]) => Type === 'AWS::ApiGateway::Deployment',
          ) ?? [];
        if (deployment === undefined) throw new Error('The template has no deployment of the API.');
        delete deployment.Properties?.['StageName'];
        resources['ApiGatewayStage'] = {
          Type: 'AWS::ApiGateway::Stage',
          Properties: {
            RestApiId: { Ref: apiId },
            DeploymentId: { Ref: deploymentId },
            StageName: service.provider.stage,
            AccessLogSetting: {
              DestinationArn: { 'Fn::GetAtt': ['AccessLogGroup', 'Arn'] },
              Format: accessLogFormat,
            },
            MethodSettings: createMethodSettings(service),
          },
        };
      },
    };
  }
}

function createMethodSettings({ custom, functions }: Serverless['service']): readonly unknown[] {
  const { all, streams, passwords } = custom.isClosed
    ? closeThrottling(custom.throttling)
    : custom.throttling;
  const events = Object.values(functions).flatMap(({ events: declaredEvents = [] }) =>
    declaredEvents.flatMap(({ http }) => (http === undefined ? [] : [http])),
  );
  const createSettings = (throttle: Throttle): readonly unknown[] =>
    (throttle.paths ?? []).flatMap((path) => {
      const eventsOfPath = events.filter((event) => `/${event.path.replace(/^\//, '')}` === path);
      if (eventsOfPath.length === 0)
        throw new Error(`serverless.yml throttles ${path}, but no function has this path.`);
      // The settings of a stage need `~1` for the slashes of a path (JSON Pointer).
      const resourcePath = `/${path.replaceAll('/', '~1')}`;
      const methods = expandAny(eventsOfPath.map(({ method }) => method.toUpperCase()));
      return methods.map((method) => createSetting(resourcePath, method, throttle));
    });
  return [createSetting('/*', '*', all), ...createSettings(streams), ...createSettings(passwords)];
}

/**
 * Sets all limits to 0, so that API Gateway answers every request with 429. This includes the limits of single methods, because
 * they take precedence over those of the stage.
 */
function closeThrottling({ all, streams, passwords }: Throttling): Throttling {
  const close = (throttle: Throttle): Throttle => ({ ...throttle, rate: 0, burst: 0 });
  return { all: close(all), streams: close(streams), passwords: close(passwords) };
}

/** Replaces ANY by all methods, because the settings of a stage cannot contain it. */
function expandAny(methods: readonly string[]): readonly string[] {
  return methods.includes('ANY') ? allMethods : methods;
}

function createSetting(resourcePath: string, method: string, { rate, burst }: Throttle): unknown {
  return {
    ResourcePath: resourcePath,
    HttpMethod: method,
    ThrottlingRateLimit: Number(rate),
    ThrottlingBurstLimit: Number(burst),
    MetricsEnabled: false,
    DataTraceEnabled: false,
    LoggingLevel: 'OFF',
  };
}
