import { HttpRequest, HttpResponse, loadRestJsonErrorCode } from '@smithy/core/protocols';
export class JsonProtocol {
  getShapeId() { return 'x'; }
  getRequestType() { return HttpRequest; }
  getResponseType() { return HttpResponse; }
  setSerdeContext() {}
  a(x: any) { return new HttpRequest(x); }
  b(x: any, y: any) { return loadRestJsonErrorCode(x, y); }
}
export { JsonProtocol as AwsRestJsonProtocol, JsonProtocol as AwsJson1_1Protocol };
