import { NotAllowed } from '../errors.ts';
import type { Difference } from '../model/change/difference.ts';
import type { CompiledGraph } from '../model/graphs/compiled.ts';
import { pickText } from '../model/text.ts';

/** What is thrown where a change touches nodegroups that the writer may read, but not change so. It names them. */
export function forbidden(
  found: Extract<Difference, { kind: 'forbidden' }>,
  { nodegroups }: CompiledGraph,
): NotAllowed {
  const names = (ids: readonly string[]): string =>
    nodegroups
      .filter(({ nodegroupId }) => ids.includes(nodegroupId))
      .map(({ name, nodegroupId }) => `${pickText(name, ['en']) ?? ''} (${nodegroupId})`)
      .join(', ');
  const sentences = [
    ...(found.write.length === 0 ? [] : [`change tiles of ${names(found.write)}`]),
    ...(found.delete.length === 0 ? [] : [`delete tiles of ${names(found.delete)}`]),
  ];
  return new NotAllowed(`Your account may not ${sentences.join(', nor ')}. Nothing was changed.`);
}
