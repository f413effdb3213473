/** A rule of cfn-lint or checkov that a template does not follow, with the reason. */
export type AcceptedFinding = { readonly reason: string; readonly resources: RegExp };

const packagerReason = 'The packager writes it, and it does no harm.';

/**
 * Rules of cfn-lint. Errors are never accepted.
 * @rule Deployment: Which findings of cfn-lint and checkov are accepted, and why?
 */
export const acceptedLintFindings: Readonly<Record<string, AcceptedFinding>> = {
  W3005: { reason: packagerReason, resources: /LambdaFunction\b.*(DependsOn|Role)/ },
  W6001: {
    reason: 'hds reads all values of a stage from the outputs of one stack.',
    resources: /^Outputs/,
  },
  W8003: {
    reason: 'The packager inserts settings as text, which makes the condition a constant.',
    resources: /HasBucketLogs|ScansFiles/,
  },
};

const anyFunction = /^AWS::Lambda::Function\./;
const noCustomerKey =
  'Keys of AWS encrypt it without a fee; a customer key costs $1 a month, and a mistake in its policy locks the data.';

/**
 * Rules of checkov.
 * @rule Deployment: Which findings of cfn-lint and checkov are accepted, and why?
 */
export const acceptedPolicyFindings: Readonly<Record<string, AcceptedFinding>> = {
  CKV_AWS_18: {
    reason:
      'Holds archives of public code, which CloudTrail records; bucket logs are an option for exports.',
    resources: /ServerlessDeploymentBucket$/,
  },
  CKV_AWS_27: {
    reason: 'Encrypted by the key of SQS; messages have the ids of files alone.',
    resources: /SQS::Queue\.(?:NewFile|UnderivedFile)Queue$/,
  },
  CKV_AWS_26: {
    reason: 'CloudWatch cannot send to a topic with the key of AWS, and alarms contain no data.',
    resources: /SNS::Topic\.Topic$/,
  },
  CKV_AWS_73: {
    reason: 'Tracing of API Gateway is billed for each request; functions can be traced.',
    resources: /ApiGatewayStage$/,
  },
  CKV_AWS_86: {
    reason:
      'The access log of API Gateway has every request; a second one would keep addresses again.',
    resources: /CloudFront::Distribution\.Distribution$/,
  },
  CKV_AWS_115: {
    reason:
      'A reservation reduces what other functions may use, and the quota of new accounts is too small; stages and methods are throttled.',
    resources: anyFunction,
  },
  CKV_AWS_116: {
    reason:
      'Requests wait for their answer; failures of scheduled functions raise an alarm and are repeated.',
    resources: anyFunction,
  },
  CKV_AWS_117: {
    reason:
      'The functions reach only services of AWS, over TLS; a network would cost $30 a month for its gateways.',
    resources: anyFunction,
  },
  CKV_AWS_118: {
    reason:
      'Metrics of CloudWatch are enough for the alarms; enhanced monitoring writes logs without a pause.',
    resources: /DBInstance/,
  },
  CKV_AWS_120: {
    reason: 'Answers depend on the caller, so nothing may be cached in between.',
    resources: /ApiGatewayStage$/,
  },
  CKV_AWS_174: {
    reason:
      'With a certificate, the minimum is TLS 1.2, in a condition that checkov cannot evaluate; the certificate of CloudFront itself permits no choice.',
    resources: /CloudFront::Distribution\.Distribution$/,
  },
  CKV_AWS_192: {
    reason: 'No Java runs here; the rules that cover it (Log4j) are optional.',
    resources: /WAFv2::WebACL\.Firewall$/,
  },
  CKV_AWS_149: { reason: noCustomerKey, resources: /SecretsManager::Secret\./ },
  CKV_AWS_158: { reason: noCustomerKey, resources: /LogGroup\./ },
  CKV_AWS_162: {
    reason: 'The service logs in through the Data API, which uses passwords.',
    resources: /DBCluster\.Cluster$/,
  },
  CKV_AWS_173: {
    reason: 'Environment variables contain names, addresses and hashes, no secrets.',
    resources: anyFunction,
  },
};
