import { InvalidInput } from '../../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { SortName } from '../../model/questions/sort.ts';
import type { FormatName } from '../negotiation/formats.ts';
import { parameterError } from '../parameters/parse-parameters.ts';
import { pickConditions } from '../questions/sent-conditions.ts';
import type { ValuesByName } from '../request/request.ts';
import type { LinkQuery } from '../responses/page-response.ts';
import type { ResourceCursor } from './resource-cursor.ts';

/** The parameters that name the model of a list of resource instances. */
export type ModelParameters = {
  readonly graph?: string | undefined;
  readonly graph_uuid?: string | undefined;
};

/** The parts of a request for a list of resource instances, or for a search among them. */
export type ListRequest = {
  readonly caller: Caller;
  readonly format: FormatName;
  readonly mediaType: string;
  /** Language tags of the reader, preferred first; the default language of the project last. */
  readonly languages: readonly string[];
  /** The query as received, which has the conditions of a question. */
  readonly query: ValuesByName;
  /** The names of the parameters without a meaning. */
  readonly ignored?: readonly string[];
  readonly parameters: ModelParameters & {
    readonly page?: number | undefined;
    readonly limit?: number | undefined;
    readonly q?: string | undefined;
    readonly cursor?: ResourceCursor | undefined;
    readonly sort?: SortName | undefined;
    readonly count?: 'exact' | undefined;
    readonly indent?: number | undefined;
  };
};

/** The id or slug of the requested model; undefined for all. */
export function readRequestedModel({
  graph,
  graph_uuid: graphId,
}: ModelParameters): string | undefined {
  return graphId ?? graph;
}

/** The words of a search; empty for a list. */
export const searchedWords = ({ q = '' }: Pick<ListRequest['parameters'], 'q'>): string => q.trim();

/** The parameters of a list that are repeated in the links to its other pages. */
export function pickRepeatedParameters({ format, parameters, query }: ListRequest): LinkQuery {
  const { limit, q, sort, graph, graph_uuid: graphId } = parameters;
  return {
    ...(searchedWords(parameters) === '' ? {} : { q }),
    limit,
    sort,
    ...(graphId === undefined ? { graph } : { graph_uuid: graphId }),
    ...(format === 'json' ? {} : { format }),
    ...pickConditions(query),
  };
}

/** Refuses an order and a count on pages, which do not follow them. @throws InvalidInput */
export function refuseOrder({ sort, count }: ListRequest['parameters']): void {
  const message = 'cannot be combined with format=html. Send format=json.';
  const errors = Object.entries({ sort, count }).flatMap(([name, value]) =>
    value === undefined ? [] : [parameterError(name, 'invalid', message)],
  );
  if (errors.length > 0) throw new InvalidInput(errors);
}

/** The error for a model that does not exist, or of which the caller may read nothing. */
export function unknownModelError(parameters: ModelParameters): InvalidInput {
  const name = parameters.graph_uuid === undefined ? 'graph' : 'graph_uuid';
  return new InvalidInput([
    parameterError(
      name,
      'invalid',
      `${JSON.stringify(parameters[name])} is neither the id nor the slug of a graph that you may read.`,
    ),
  ]);
}

/** The error for a list of whole resource instances without a model. */
export function missingModelError(): InvalidInput {
  return new InvalidInput([
    parameterError(
      'graph_uuid',
      'missing',
      'format=arches-json and service-json list the resource instances of one resource model, so its id is required. Leave out format to list all ids.',
    ),
  ]);
}

/**
 * Checks that the limit is at least 1. Only a list of whole resource instances may have the limit 0: clients of Arches request all of them
 * with it.
 * @throws InvalidInput
 */
export function checkLimit(
  { format, parameters: { limit, page } }: ListRequest,
  isSearch: boolean,
): void {
  if (limit !== 0 || (format === 'service-json' && !isSearch && (page ?? 1) === 1)) return;
  const message =
    'must be a whole number from 1 to 1,000. Only a list of whole resource instances (format=service-json) without a page accepts 0, which means all.';
  throw new InvalidInput([parameterError('limit', 'invalid', message)]);
}
