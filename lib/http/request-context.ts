import type { Principal } from '../model/accounts/principal.ts';
import type { Log } from '../log.ts';
import type { NegotiatedFormat } from './negotiation/negotiation.ts';
import type { Operation } from './operation.ts';
import type { HttpRequest } from './request/request.ts';

/** One request on its way through the chain; each middleware adds what it found out. */
export type RequestContext<Parameters> = {
  /** As it came, with what steps make of it: ids of the path in lower case, a form in parts as an encoded one. */
  request: HttpRequest;
  readonly operation: Operation;
  readonly log: Log;
  parameters?: Parameters;
  negotiated?: NegotiatedFormat;
  principal?: Principal;
};

/** What a middleware before must have added. @throws Error when the chain is in the wrong order */
export function requireAdded<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The chain uses ${name} before it was added.`);
  return value;
}
