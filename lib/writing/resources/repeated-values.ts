import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { UnprocessableDocument } from '../errors.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { modelById } from '../../model/change/change-context.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import { repeatedValue } from '../../model/change/uniqueness.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import { resourceUri } from '../../model/uris.ts';
import { visiblyRepeated, type RepeatedChecks } from '../../queries/resources/unique-checks.ts';

/** What to say of unique checks of a change that failed. @param baseUrl of URIs of resource instances */
export function repeatedIn(
  change: ResourceChange,
  graph: CompiledGraph,
  baseUrl: string,
): (checks: RepeatedChecks) => UnprocessableDocument {
  const model = modelById(graph);
  return ({ places, holders, count }) => {
    const problems = places.map((place, index) => {
      const check = change.uniqueChecks[place];
      const nodeIds = Object.keys(check?.values ?? {});
      const holder = holders[index] ?? undefined;
      const uri = holder && resourceUri(baseUrl, holder);
      return repeatedValue({ nodeIds }, check?.pointer ?? '', model, undefined, uri);
    });
    return new UnprocessableDocument(problems, count);
  };
}

/**
 * Asks of a change that is not to be stored whether its values stand somewhere else already. What is closed to the writer does not count:
 * whoever learns of it has to write.
 * @throws UnprocessableDocument
 */
export async function checkUnique(
  data: DataApi,
  change: ResourceChange,
  writer: Caller,
  failure: (checks: RepeatedChecks) => UnprocessableDocument,
): Promise<void> {
  if (change.uniqueChecks.length === 0) return;
  const repeated = await run(data.read, visiblyRepeated(change, writer));
  if (repeated.count > 0) throw failure(repeated);
}
