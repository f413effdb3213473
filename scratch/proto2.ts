export { JsonProtocol as AwsRestJsonProtocol, JsonProtocol as AwsJson1_1Protocol } from '../lib/aws/json-protocol.ts';
