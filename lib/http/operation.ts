import type * as z from 'zod';

import type { Capability, DataCapability } from '../capabilities.ts';
import type { InputError } from '../errors.ts';
import type { Scope } from '../model/accounts/scope.ts';
import type { ResponseHeaderName, RequestHeaderName } from './description/headers.ts';
import type { FormatName } from './negotiation/formats.ts';
import type * as bodies from './schemas/bodies.ts';

/** The methods of operations. HEAD and OPTIONS are derived from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an operation. SQL decides what a caller may *see*.
 * - `ignores-token`: all callers; tokens are ignored, and the handler does not learn who calls (health, unknown paths, signing in again).
 * - `optional-session`: all callers; tokens are ignored, but pages show who is signed in with the browser.
 * - `optional-token`: all callers; if a token is sent, it must be valid.
 * - `secured`: without a token, a caller may only read, and only what Guest may read. If that is nothing: `AuthenticationRequired`.
 * - `account`: needs a token, even to read what Guest may read.
 * - `session`: HTML pages with a session cookie; tokens are ignored.
 */
export type Access =
  | 'ignores-token'
  | 'optional-session'
  | 'optional-token'
  | 'secured'
  | 'account'
  | 'session';

type BodyName = keyof typeof bodies;

/** Names of schemas in schemas/bodies.ts: one name for all JSON media types, or one name per media type. */
export type BodyDescription = BodyName | Readonly<Record<`${string}/${string}`, BodyName>>;

/** The response of an operation with a certain status. */
export type ResponseDescription = {
  readonly description: string;
  /** Left out if there is no body. For media types of `formats` that have no schema here, the body is a plain string. */
  readonly body?: BodyDescription;
  /** Headers besides those that follow from the status and the method. */
  readonly headers?: readonly ResponseHeaderName[];
};

/**
 * The declaration of an operation of the API. `npm run generate` writes the functions of serverless.yml, the `Allow` header of each path and the
 * OpenAPI document from it; the tests of every route read it too.
 */
export type Operation = {
  /** In kebab-case. The function and the operationId of `get-resource` are named getResource. */
  readonly id: string;
  /** `ANY` is only for the fallback operation, which receives the requests that match no other operation. */
  readonly method: Method | 'ANY';
  /** Without a trailing slash, such as `/resources/{resource_instance_id}`. */
  readonly path: `/${string}`;
  /** A second path with the same variables, which clients of Arches use. */
  readonly alias?: `/${string}`;
  readonly summary: string;
  /** What the summary and the parameters cannot say, for the OpenAPI document. */
  readonly description?: string;
  readonly access: Access;
  readonly capability: Capability;
  /** Megabytes of memory, if they differ from the default of the capability. */
  readonly memory?: number;
  /** Seconds. The default is 29, which is how long API Gateway waits. */
  readonly timeout?: number;
  /** Whether responses can be streamed. HDS_ANSWERS decides whether they are. */
  readonly isStreamed?: boolean;
  /** The scope that a token needs. The default is `read` for GET, and `write` for other methods. */
  readonly scope?: Scope;
  /** The parameters, each with its description. `format` is parsed by the format negotiation if there are formats. */
  readonly parameters: z.ZodObject;
  /** Parameters that must be sent. */
  readonly requiredParameters?: readonly string[];
  /** Whether parameters may also be sent in the body, as a form or a JSON object. */
  readonly parametersInBody?: true;
  /** Whether the session of a browser counts also if its user has opened the address, from a bookmark or by typing it. */
  readonly opensFromAddressBar?: true;
  /** Whether unknown query parameters are an error (OGC API Features part 1, section 7.5.2). Otherwise they are ignored. */
  readonly refusesUnknownParameters?: true;
  /**
   * Whether the resource instances or features that an operation lists follow conditions, such as `node.type=Barrow`; from the query alone if
   * answers can be cached for everyone. Each operation that lists some follows conditions or refuses them. Others ignore them.
   */
  readonly conditions?: 'followed' | 'followed-from-query' | 'refused';
  /** Descriptions of the form fields in the body, by name. Forms may be URL-encoded or multipart. */
  readonly form?: Readonly<Record<string, string>>;
  /** Only with GET: methods that belong to another path. They get a 400 with this error instead of a 405. */
  readonly misplacedMethods?: Readonly<Partial<Record<Method, InputError>>>;
  /** Whether the handler reads the bytes of the body itself, because a form in it has a file. */
  readonly hasBinaryBody?: true;
  /** Form fields that must be sent. */
  readonly requiredFields?: readonly string[];
  /** Required form fields whose value may be empty. */
  readonly fieldsThatMayBeEmpty?: readonly string[];
  /** The request body: names of schemas, or the schema that parses its JSON. */
  readonly requestBody?: BodyDescription | z.ZodType;
  readonly requestBodyDescription?: string;
  readonly isRequestBodyOptional?: true;
  /** Request headers besides those that every operation reads. */
  readonly requestHeaders?: readonly RequestHeaderName[];
  /** The formats among which `format` and `Accept` choose, the default first. */
  readonly formats?: readonly [FormatName, ...FormatName[]];
  /** Whether an `Accept` that matches no format gets the default format instead of a 406. */
  readonly ignoresUnknownAccept?: true;
  /** How to request less if a response is too large. The default names limit and page. */
  readonly tooLargeHint?: string;
  /** OAuth errors (RFC 6749, section 5.2), plain text, or the errors of the reference platform's search. The default is problem documents. */
  readonly errorFormat?: 'oauth' | 'text' | 'former-search';
  /** Descriptions of responses by status. Statuses that every operation has are left out. */
  readonly responses: Readonly<Record<number, string | ResponseDescription>>;
};

/** An operation without database access. */
export type OperationWithoutDatabase = Operation & { readonly capability: 'none' };

/** An operation with database access. */
export type DataOperation = Operation & { readonly capability: DataCapability };

/** Returns the path of an operation and its alias, if it has one. */
export function listOperationPaths({
  path,
  alias,
}: Pick<Operation, 'path' | 'alias'>): readonly string[] {
  return alias === undefined ? [path] : [path, alias];
}

/** Whether a browser can get the data of an operation as a page. */
export function hasDataPage({ method, formats }: Pick<Operation, 'method' | 'formats'>): boolean {
  return method === 'GET' && formats?.includes('html') === true;
}

/**
 * Whether an operation reads access tokens.
 * @rule Sign-in and tokens: Which operations need a token, and what does `access` of an operation mean?
 */
export function canUseToken({ access }: Pick<Operation, 'access'>): boolean {
  return access === 'optional-token' || access === 'secured' || access === 'account';
}

/** Whether callers without a token can receive another response than a 401. */
export function mayServeGuest({ access, method }: Pick<Operation, 'access' | 'method'>): boolean {
  return access === 'optional-token' || (access === 'secured' && method === 'GET');
}

/**
 * Returns the scope that a token needs for an operation.
 * @rule Sign-in and tokens: Which scope does an operation need?
 */
export function scopeOfOperation({ method, scope }: Pick<Operation, 'method' | 'scope'>): Scope {
  return scope ?? (method === 'GET' ? 'read' : 'write');
}

/** Whether an operation writes with a token. If such a request runs out of time, it is unknown whether the change was stored. */
export function isSecuredWrite(operation: Pick<Operation, 'method' | 'scope' | 'access'>): boolean {
  return operation.access === 'secured' && scopeOfOperation(operation) === 'write';
}

/**
 * Whether an operation writes, so that a misspelt `dry_run` must be refused. OAuth endpoints are excluded, because they must ignore
 * unknown parameters (RFC 6749, section 3.2).
 */
export function isWriteOperation(
  operation: Pick<Operation, 'method' | 'scope' | 'access'>,
): boolean {
  return scopeOfOperation(operation) === 'write' && operation.access !== 'ignores-token';
}

/** The names of the path variables: `/a/{b}/{c}` gives `'b' | 'c'`. */
export type PathVariable<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathVariable<Rest>
    : never;

/** Returns the names of the variables of a path, in order. The name of `{proxy+}` is `proxy`. */
export function listPathVariables(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}+]+)\+?\}/g)].map((match) => match[1] ?? '');
}
