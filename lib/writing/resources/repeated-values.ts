import type { DataApi } from '../../data-api/client.ts';
import { run } from '../../data-api/query.ts';
import { UnprocessableDocument } from '../errors.ts';
import { modelById } from '../../model/change/change-context.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { ResourceChange } from '../../model/change/resource-change.ts';
import { repeatedValue } from '../../model/change/uniqueness.ts';
import type { CompiledGraph } from '../../model/graphs/compiled.ts';
import { changingTiles, failedUniqueChecks } from '../../queries/resources/unique-checks.ts';

/** What to say of a unique check of a change that failed, by its place. */
export function repeatedIn(
  change: ResourceChange,
  graph: CompiledGraph,
): (place: number) => DocumentProblem {
  const model = modelById(graph);
  return (place) => {
    const check = change.uniqueChecks[place];
    const nodeIds = Object.keys(check?.values ?? {});
    return repeatedValue({ nodeIds }, check?.pointer ?? '', model);
  };
}

/**
 * Asks of a change that is not to be stored whether its values stand somewhere else already.
 * @throws UnprocessableDocument
 */
export async function checkUnique(
  data: DataApi,
  change: ResourceChange,
  graph: CompiledGraph,
): Promise<void> {
  if (change.uniqueChecks.length === 0) return;
  const query = failedUniqueChecks(change.uniqueChecks, changingTiles(change));
  const places = await run(data.read, query);
  if (places.length > 0) throw new UnprocessableDocument(places.map(repeatedIn(change, graph)));
}
