import type { Scope } from '../model/accounts/scope.ts';
import type { FormatName } from './negotiation/formats.ts';

/** The methods that an operation can have. HEAD and OPTIONS follow from them. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call an operation at all. What a caller may *see* is decided in SQL.
 * - `public`: no data is at stake; a token is not even looked at (health, not found).
 * - `open`: anybody; a token that is presented must be valid.
 * - `secured`: the specification asks for a token; without one the caller gets what the group Guest
 *   may see, and `AuthenticationRequired` when that is nothing.
 * - `session`: a page for a browser, whose session cookie tells who is signed in; no token is looked at.
 */
export type Access = 'public' | 'open' | 'secured' | 'session';

/**
 * One operation of the service as data. The `Allow` header, the route tests and the OpenAPI document
 * are derived from it.
 */
export type Operation = {
  readonly id: string;
  readonly method: Method;
  /** As the specification writes it, without a trailing slash, such as `/resources/{resource_instance_id}`. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  /** What a token must be good for, where that does not follow from the method: GET reads, all others write. */
  readonly scope?: Scope;
  /** What each parameter means, by name. Its type and rules are the zod schema of the endpoint. */
  readonly parameters: Readonly<Record<string, string>>;
  /** What each field of the form in the body means, by name; no parameter stands for one. */
  readonly form?: Readonly<Record<string, string>>;
  /** The formats among which `format` and `Accept` choose, the default first. */
  readonly formats?: readonly [FormatName, ...FormatName[]];
  /** How to ask for less where an answer is too large; said of limit and page when left out. */
  readonly whenTooLarge?: string;
  /** What each status means here. The statuses that every operation has are not repeated. */
  readonly responses: Readonly<Record<number, string>>;
};

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

/**
 * The path with the names of its variables left out, so that two spellings of one resource compare
 * equal: API Gateway gives a resource one variable child, whose name cannot suit every operation.
 * @param path such as `/resources/{first}` or `/resources/{resource_instance_id}/`
 * @returns such as `/resources/{}`, without a trailing slash
 */
export function pathShape(path: string): string {
  const shape = path.replaceAll(/\{[^}+]+(\+?)\}/g, '{$1}').replace(/\/+$/, '');
  return shape === '' ? '/' : shape;
}
