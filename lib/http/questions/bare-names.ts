import { findQueryableNodes } from '../../queries/questions/queryable-nodes.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isStorableText } from '../../json/storable.ts';
import type { ValuesByName } from '../request/request.ts';
import { readRequestedModel, type ModelParameters } from '../resources/list-parameters.ts';
import { withHeaders, type HttpResponse } from '../responses/response.ts';
import { isConditionName } from './sent-conditions.ts';
import type { QuestionReader } from './question-reader.ts';

/** The most unknown names that are looked up. Others are ignored. */
const maxNames = 20;

/** The parameters that every operation has, and those that clients of Arches send without a meaning here. */
const reservedNames: ReadonlySet<string> = new Set([
  'access_token',
  'compact',
  'dry_run',
  'format',
  'hide_empty_nodes',
  'hide_hidden_nodes',
  'lang',
  'paging-filter',
  'user_lang',
  'version',
]);

type SentRequest = {
  readonly sent: ValuesByName;
  readonly caller: Caller;
  readonly parameters: ModelParameters;
};

/**
 * Reads the conditions of a request: those that say so in their name, and the bare names of readable nodes, as far as they
 * are no parameters.
 * @rule Searching by values: When is a bare name a condition, and what happens to other unknown names?
 * @param parameters of the operation, by name
 * @returns ignored: the names that mean nothing, at most 20
 */
export async function readConditions(
  { sent, caller, parameters }: SentRequest,
  operationParameters: Readonly<Record<string, unknown>>,
  { read }: QuestionReader,
): Promise<{ readonly query: ValuesByName; readonly ignored: readonly string[] }> {
  const conditions = [...sent].filter(([name]) => isConditionName(name));
  const unknown = [...sent.keys()].filter(
    (name) =>
      !isConditionName(name) &&
      !reservedNames.has(name) &&
      !Object.hasOwn(operationParameters, name) &&
      name !== '' &&
      isStorableText(name),
  );
  const names = unknown.slice(0, maxNames);
  const nodes =
    names.length === 0
      ? []
      : await read(findQueryableNodes(caller, names, readRequestedModel(parameters)));
  const isNode = (name: string): boolean => nodes.some((node) => node.name === name);
  return {
    query: new Map([
      ...conditions,
      ...names.filter(isNode).map((name) => [`node.${name}`, sent.get(name) ?? []] as const),
    ]),
    ignored: unknown.filter((name) => !isNode(name)).slice(0, maxNames),
  };
}

/** Adds the header that names the parameters without a meaning. */
export function withIgnoredNames(response: HttpResponse, ignored: readonly string[]): HttpResponse {
  return ignored.length === 0
    ? response
    : withHeaders(response, {
        'X-Ignored': ignored.map(encodeURIComponent).join(', '),
      });
}
