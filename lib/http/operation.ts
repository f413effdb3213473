import type * as z from 'zod';

import type { InputError } from '../errors.ts';
import type { Scope } from '../model/accounts/scope.ts';
import type { ResponseHeaderName, RequestHeaderName } from './description/headers.ts';
import type { FormatName } from './negotiation/formats.ts';
import type * as bodies from './schemas/bodies.ts';

/** The methods that an operation can have. HEAD and OPTIONS follow from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an operation at all. What a caller may *see* is decided in SQL.
 * - `public`: no data is at stake; a token is not even looked at (health, not found).
 * - `open`: anybody; a token that is presented must be valid.
 * - `secured`: the specification asks for a token; without one the caller reads what the group Guest
 *   may see. `AuthenticationRequired` when that is nothing, and for who writes.
 * - `account`: what belongs to an account. `AuthenticationRequired` for a caller without a token, whatever Guest may.
 * - `session`: a page for a browser, whose session cookie tells who is signed in; no token is looked at.
 */
export type Access = 'public' | 'open' | 'secured' | 'account' | 'session';

/**
 * What the function of an operation can do at all, by its IAM role (infra/aws/roles.yml).
 * - `none`: nothing; it answers without data.
 * - `statements`: single statements, which may read and write.
 * - `transactions`: statements, and transactions for what is larger than one.
 * - `token`: statements, and the private key that signs access tokens.
 * - `download`: statements, and links to exports.
 * - `export`: statements, and exports.
 */
export type Capability = 'none' | 'statements' | 'transactions' | 'token' | 'download' | 'export';

/** The name of a body. */
type BodyName = keyof typeof bodies;

/** What a body holds: in every JSON media type, or by media type. The names are those of schemas/bodies.ts. */
export type BodyDescription = BodyName | Readonly<Record<`${string}/${string}`, BodyName>>;

/** What a status means, and what comes with it. */
export type ResponseDescription = {
  readonly meaning: string;
  /**
   * The body in every JSON media type that the operation has; or by media type, where that is more than one thing, or is no JSON. Media
   * types of `formats` that are not named hold texts. Left out where there is no body.
   */
  readonly body?: BodyDescription;
  /** The headers that it has, or may have, besides those that follow from the status and the method. */
  readonly headers?: readonly ResponseHeaderName[];
};

/**
 * One operation of the service as data: all that is declared about it. `npm run generate` writes the functions of serverless.yml
 * and the `Allow` header of each path from it; the tests of every route and the OpenAPI document are derived from it.
 */
export type Operation = {
  /** In words with hyphens. The function of `get-resource` is named getResource. */
  readonly id: string;
  /** `ANY` is for the one operation that answers what no other does. */
  readonly method: Method | 'ANY';
  /** As the specification writes it, without a trailing slash, such as `/resources/{resource_instance_id}`. */
  readonly path: `/${string}`;
  /** Another path, with the same variables, by which existing clients know it: the same function answers there. */
  readonly alias?: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly capability: Capability;
  /** Megabytes of memory, where they are not those of its capability. */
  readonly memory?: number;
  /** Seconds that the function has, where they are not the 29 that API Gateway waits. */
  readonly timeout?: number;
  /** Whether its answers may be sent piece by piece while they are made, as HDS_ANSWERS says. */
  readonly isStreamed?: boolean;
  /** What a token must be good for, where that does not follow from the method: GET reads, all others write. */
  readonly scope?: Scope;
  /** The rules of the parameters, each of which says by `describe` what it means. Of `format` the chain reads the value where there are formats. */
  readonly parameters: z.ZodObject;
  /** The parameters without which the answer is 400. */
  readonly neededParameters?: readonly string[];
  /** Whether parameters may come in the body too, as a form of either kind or as a JSON object. */
  readonly parametersInBody?: true;
  /** Whether a query with a name that is no parameter is wrong (OGC API Features part 1, section 7.5.2); elsewhere it means nothing. */
  readonly refusesUnknown?: true;
  /** What each field of the form in the body means, by name; no parameter stands for one. A form may come encoded or in parts. */
  readonly form?: Readonly<Record<string, string>>;
  /**
   * Of an operation with GET: what is wrong with methods that its path does not have, and another path of the same things does.
   * They are answered by it with a 400, in the place of a 405.
   */
  readonly misplaced?: Readonly<Partial<Record<Method, InputError>>>;
  /** The fields that the form must have. */
  readonly neededFields?: readonly string[];
  /** Those of them that say something where they are empty. */
  readonly fieldsThatMayBeEmpty?: readonly string[];
  /** What the body that is sent holds: by name, or the schema by which the operation reads its JSON. */
  readonly sentBody?: BodyDescription | z.ZodType;
  /** What a client has to know of the body besides what it holds. */
  readonly bodyMeaning?: string;
  /** Whether a body may be left out, of an operation that has one. */
  readonly bodyIsOptional?: true;
  /** The headers of a request that mean something here, besides those of every operation. */
  readonly sentHeaders?: readonly RequestHeaderName[];
  /** The formats among which `format` and `Accept` choose, the default first. */
  readonly formats?: readonly [FormatName, ...FormatName[]];
  /** Whether an `Accept` that knows none of the formats gets the default, rather than a 406. */
  readonly answersAnyAccept?: true;
  /** How to ask for less where an answer is too large; said of limit and page when left out. */
  readonly whenTooLarge?: string;
  /** How errors are told, where that is not by problem documents: as OAuth has it (RFC 6749, section 5.2), or in plain text. */
  readonly errorForm?: 'oauth' | 'text';
  /** What each status means here, and what comes with it. The statuses that every operation has are not repeated. */
  readonly responses: Readonly<Record<number, string | ResponseDescription>>;
};

/** An operation whose function cannot reach the data. */
export type PlainOperation = Operation & { readonly capability: 'none' };

/** An operation whose function can. */
export type DataOperation = Operation & { readonly capability: Exclude<Capability, 'none'> };

/** The paths at which an operation answers, its own first. */
export function operationPaths({
  path,
  alias,
}: Pick<Operation, 'path' | 'alias'>): readonly string[] {
  return alias === undefined ? [path] : [path, alias];
}

/** Whether an operation looks at tokens. */
export function canUseToken({ access }: Pick<Operation, 'access'>): boolean {
  return access === 'open' || access === 'secured' || access === 'account';
}

/** Whether an operation has an answer for callers without a token: what Guest may see is enough for it. */
export function mayServeGuest({ access, method }: Pick<Operation, 'access' | 'method'>): boolean {
  return access === 'open' || (access === 'secured' && method === 'GET');
}

/** What a token must be good for, to call an operation. */
export function requiredScope({ method, scope }: Pick<Operation, 'method' | 'scope'>): Scope {
  return scope ?? (method === 'GET' ? 'read' : 'write');
}

/** Whether an operation changes what is stored of resource instances: where its outcome is unknown, that must be told. */
export function isResourceWrite(
  operation: Pick<Operation, 'method' | 'scope' | 'access'>,
): boolean {
  return operation.access === 'secured' && requiredScope(operation) === 'write';
}

/**
 * Whether an operation changes anything that its caller answers for. Endpoints of OAuth do not count: they ignore what they do not
 * know (RFC 6749, section 3.2).
 */
export function isWrite(operation: Pick<Operation, 'method' | 'scope' | 'access'>): boolean {
  return requiredScope(operation) === 'write' && operation.access !== 'public';
}

/** The names of the variables in a path: `/a/{b}/{c}` gives `'b' | 'c'`. */
export type PathVariable<Path extends string> = string extends Path
  ? string
  : Path extends `${string}{${infer Name}}${infer Rest}`
    ? Name | PathVariable<Rest>
    : never;

/**
 * The names of the variables of a path, in order. `{proxy+}` is named `proxy`.
 * @param path such as `/resources/{resource_instance_id}`
 */
export function pathVariables(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}+]+)\+?\}/g)].map((match) => match[1] ?? '');
}
