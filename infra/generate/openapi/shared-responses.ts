import { findFrequentParts, parseComponents } from './frequent-parts.ts';
import { findReasonPhrase, toStatusName } from './response-names.ts';

type ResponseObject = {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
};

/** A response of an operation, with the name of its kind. */
export type NamedResponse = { readonly name: string; readonly object: ResponseObject };

/** A response with its status. */
type StatusResponse = NamedResponse & { readonly status: string };

/** The response components of a document, and what stands for a response in an operation. */
export type SharedResponses = {
  readonly components: Readonly<Record<string, unknown>>;
  readonly write: (response: StatusResponse) => unknown;
};

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` });

/**
 * Shares responses in OpenAPI 3.0, which ignores what stands beside a reference: for each status except 2xx the most frequent response,
 * if at least three operations have it.
 */
export function shareEqualResponses(responses: readonly StatusResponse[]): SharedResponses {
  const shared = findFrequentParts(
    responses
      .filter(({ status }) => !status.startsWith('2'))
      .map(({ status, object }) => [toStatusName(status), object]),
    3,
  );
  return {
    components: parseComponents(shared),
    write: ({ status, object }) => {
      const name = toStatusName(status);
      return shared.get(name) === JSON.stringify(object) ? refer(name) : object;
    },
  };
}

/** Returns a response without its description, and with its headers in alphabetical order. */
function toKind({ headers, content }: ResponseObject) {
  const sortedHeaders = Object.entries(headers).toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  );
  return {
    headers: Object.fromEntries(sortedHeaders),
    ...(content === undefined ? {} : { content }),
  };
}

/**
 * Shares every kind of response that occurs twice or more often, in OpenAPI 3.1: an operation refers to it with its own description. If
 * operations describe a kind differently, it has the phrase of its status, which is true for readers that ignore what stands beside a
 * reference.
 * @rule Responses: Which responses does the OpenAPI document write once?
 */
export function shareKindsOfResponses(responses: readonly StatusResponse[]): SharedResponses {
  const shared = findFrequentParts(
    responses.map(({ name, object }) => [name, toKind(object)]),
    2,
  );
  const isShared = ({ name, object }: NamedResponse) =>
    shared.get(name) === JSON.stringify(toKind(object));
  const descriptions = new Map<string, string>();
  for (const response of responses.filter(isShared)) {
    const { name, status, object } = response;
    const common = descriptions.get(name) ?? object.description;
    descriptions.set(name, common === object.description ? common : findReasonPhrase(status));
  }
  return {
    components: Object.fromEntries(
      Object.entries(parseComponents(shared)).map(([name, kind]) => [
        name,
        { description: descriptions.get(name), ...Object(kind) },
      ]),
    ),
    write: (response) => {
      const { name, object } = response;
      if (!isShared(response)) return object;
      const isDescribed = descriptions.get(name) === object.description;
      return { ...refer(name), ...(isDescribed ? {} : { description: object.description }) };
    },
  };
}
