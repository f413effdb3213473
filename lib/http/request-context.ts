import type { Principal } from '../model/accounts/principal.ts';
import type { Log } from '../log.ts';
import type { SettingsResult } from '../settings.ts';
import type { NegotiatedFormat } from './negotiation/negotiation.ts';
import type { Operation } from './operation.ts';
import type { HttpRequest, ValuesByName } from './request/request.ts';

/** The data of one request that is passed from middleware to middleware. Each middleware can add members. */
export type RequestContext<Parameters, O extends Operation = Operation> = {
  /** Middleware can replace it: ids in the path become lower case, multipart forms become URL-encoded. */
  request: HttpRequest;
  readonly operation: O;
  readonly log: Log;
  readonly settings: SettingsResult;
  parameters?: Parameters;
  /** The conditions on resource instances, by name. */
  conditions?: ValuesByName;
  /** The parameters of query, headers and body as they were sent, unknown ones included. */
  sent?: ValuesByName;
  negotiated?: NegotiatedFormat;
  principal?: Principal;
};

/** Returns a member that an earlier middleware must have added. @throws Error if the order is wrong */
export function requireAdded<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`No earlier middleware added ${name}.`);
  return value;
}
