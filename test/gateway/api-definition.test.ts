import { beforeAll, describe, expect, it } from 'vitest';

import type { Template } from '../../infra/aws/packaging.ts';
import { loadTemplate } from './emulator/load-packaged-service.ts';
import { readRestApi } from './emulator/rest-api.ts';

let text: string;

beforeAll(async () => {
  text = JSON.stringify(await loadTemplate());
});

/** The packaged template with another text in place of one that it has. */
function replaceText(former: string | RegExp, next: string): Template {
  const changed = text.replace(former, next);
  expect(changed).not.toBe(text);
  return JSON.parse(changed);
}

describe('a definition that API Gateway would refuse is refused by the emulated gateway:', () => {
  it('no refusal of the packaged one', () => {
    expect(readRestApi(JSON.parse(text)).root.children.length).toBeGreaterThan(20);
  });

  it.each([
    ['an unknown property', '"type":"aws_proxy"', '"type":"aws_proxy","payload":"2.0"', 'payload'],
    ['another type of integration', '"type":"aws_proxy"', '"type":"http"', 'aws_proxy'],
    ['an unknown method', /"put":\{"param/, '"store":{"param', 'store'],
    ['a character that a path cannot have', '"/geojson"', '"/geo json"', 'refuses the path'],
    ['a slash at the end of a path', '"/geojson"', '"/geojson/"', 'refuses the path'],
    ['a part after the rest of the path', '"/{proxy+}"', '"/{proxy+}/a"', 'after a variable'],
    ['a variable that is not declared', '"name":"proxy"', '"name":"rest"', 'declares rest'],
    ['a timeout over 15 minutes', '"timeoutInMillis":900000', '"timeoutInMillis":900001', 'limit'],
    ['a long timeout without a stream', ',"responseTransferMode":"STREAM"', '', 'over the limit'],
    ['a call of the other transfer mode', '/invocations', '/response-streaming-invocations', 'URI'],
    ['a role that does not exist', '"ApiInvocationRole","Arn"', '"NoRole","Arn"', 'NoRole'],
    ['a status of a response that is not one', '"statusCode":"404"', '"statusCode":"lost"', 'stat'],
    ['an unknown type of response', '"REQUEST_TOO_LARGE":{', '"TOO_LARGE":{', 'TOO_LARGE'],
    [
      'properties that contradict the body',
      '"BinaryMediaTypes":["*/*"]',
      '"BinaryMediaTypes":[]',
      'contradicts',
    ],
    ['a mode that keeps former paths', '"Mode":"overwrite"', '"Mode":"merge"', 'overwrite'],
  ])('%s', (_, former, next, message) => {
    expect(() => readRestApi(replaceText(former, next))).toThrow(message);
  });

  it('two variable children of one path', () => {
    const template = JSON.parse(text);
    const { paths } = template.Resources.ApiGatewayRestApi.Properties.Body;
    const copyOf = (path: string, name: string): unknown =>
      JSON.parse(JSON.stringify(paths[path]).replaceAll('"first"', JSON.stringify(name)));
    paths['/resources/{other}'] = copyOf('/resources/{first}', 'other');
    expect(() => readRestApi(template)).toThrow('/resources has 2 variable children');
  });

  it('a method beside the body, which the next import would delete', () => {
    const template: Template = JSON.parse(text);
    template.Resources['Extra'] = { Type: 'AWS::ApiGateway::Method', Properties: {} };
    expect(() => readRestApi(template)).toThrow('would delete Extra');
  });
});
