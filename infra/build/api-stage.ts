/** Requests per second, and how many may come at once, for each method of these paths. */
type Throttle = {
  readonly rate: number | string;
  readonly burst: number | string;
  readonly paths?: readonly string[];
};

type Throttling = Readonly<Record<'all' | 'streams' | 'passwords', Throttle>>;

/** A resource of the template. */
export type Resource = {
  readonly Type: string;
  DependsOn?: string | readonly string[];
  Properties?: Record<string, unknown>;
};

/** The part of the packager that is used here. */
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

const allVerbs = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];

type HttpEvent = { readonly method: string; readonly path: string };

/** The access log: a line of JSON for each request. It has no query and no header, because these may contain tokens. */
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
 * A packager plug-in that declares the stage of the API as a resource of its own, with throttling and an access log. The packager creates the
 * stage as a part of the deployment, which has neither.
 */
export default class ApiStage {
  readonly hooks: Readonly<Record<string, () => void>>;

  constructor({ service }: Serverless) {
    this.hooks = {
      'before:aws:package:finalize:saveServiceState': () => {
        const resources = service.provider.compiledCloudFormationTemplate.Resources;
        const deployment = Object.entries(resources).find(
          ([, { Type }]) => Type === 'AWS::ApiGateway::Deployment',
        );
        if (deployment === undefined) throw new Error('The template has no deployment of the API.');
        const [deploymentId, resource] = deployment;
        delete resource.Properties?.['StageName'];
        resource.DependsOn = [...[resource.DependsOn ?? []].flat(), ...responsesOf(resources)];
        resources['ApiGatewayStage'] = {
          Type: 'AWS::ApiGateway::Stage',
          Properties: {
            RestApiId: { Ref: 'ApiGatewayRestApi' },
            DeploymentId: { Ref: deploymentId },
            StageName: service.provider.stage,
            AccessLogSetting: {
              DestinationArn: { 'Fn::GetAtt': ['AccessLogGroup', 'Arn'] },
              Format: accessLogFormat,
            },
            MethodSettings: methodSettings(service),
          },
        };
      },
    };
  }
}

/** A deployment is a copy of the API: responses that are created after it would be missing until the next one. */
function responsesOf(resources: Readonly<Record<string, Resource>>): readonly string[] {
  return Object.entries(resources)
    .filter(([, { Type }]) => Type === 'AWS::ApiGateway::GatewayResponse')
    .map(([id]) => id);
}

function methodSettings({ custom, functions }: Serverless['service']): readonly unknown[] {
  const { all, streams, passwords } = custom.isClosed
    ? closeThrottling(custom.throttling)
    : custom.throttling;
  const events = Object.values(functions).flatMap(({ events: declared = [] }) =>
    declared.flatMap(({ http }) => (http === undefined ? [] : [http])),
  );
  const settingsOf = (throttle: Throttle): readonly unknown[] =>
    (throttle.paths ?? []).flatMap((path) => {
      const methods = events.filter((event) => `/${event.path.replace(/^\//, '')}` === path);
      if (methods.length === 0)
        throw new Error(`serverless.yml throttles ${path}, which is no path.`);
      // The stage has `~1` for the slashes of a path (JSON Pointer).
      const resourcePath = `/${path.replaceAll('/', '~1')}`;
      const verbs = throttledVerbs(methods.map(({ method }) => method.toUpperCase()));
      return verbs.map((verb) => setting(resourcePath, verb, throttle));
    });
  return [setting('/*', '*', all), ...settingsOf(streams), ...settingsOf(passwords)];
}

/** API Gateway answers every request with a 429 if a limit is 0. Each method needs it, because its own limit precedes that of the stage. */
function closeThrottling({ all, streams, passwords }: Throttling): Throttling {
  const close = (throttle: Throttle): Throttle => ({ ...throttle, rate: 0, burst: 0 });
  return { all: close(all), streams: close(streams), passwords: close(passwords) };
}

/** The settings of a stage cannot name ANY, which stands for all verbs that the path does not declare itself. */
function throttledVerbs(methods: readonly string[]): readonly string[] {
  return methods.includes('ANY') ? allVerbs : methods;
}

function setting(resourcePath: string, method: string, { rate, burst }: Throttle): unknown {
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
