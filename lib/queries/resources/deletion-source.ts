import * as z from 'zod';

import type { StoredTile } from '../../model/change/stored.ts';
import { storedTile, textsByLetter } from '../source-parts.ts';

const header = z
  .object({
    is_reviewer: z.boolean(),
    is_written: z.boolean(),
    referrers: z
      .object({ resources: z.array(z.string()), hidden: z.number() })
      .nullable()
      .transform((referrers) => referrers ?? { resources: [], hidden: 0 }),
    stored: z
      .object({ can_view: z.boolean(), can_delete: z.boolean(), version: z.string() })
      .nullable(),
  })
  .readonly();

/** Ids of those who refer to a resource instance, as far as the caller may see that, and how many others do. */
export type Referrers = { readonly resources: readonly string[]; readonly hidden: number };

/** Everything that the deletion of a resource instance depends on. */
export type DeletionSource = {
  readonly isReviewer: boolean;
  /** Whether this very work is stored already: an earlier attempt of it whose answer was lost. */
  readonly isWritten: boolean;
  /** The resource instance; what the caller may not see is there, and may be neither seen nor deleted. */
  readonly stored:
    | { readonly canView: boolean; readonly canDelete: boolean; readonly version: string }
    | undefined;
  /** Where that was asked; else nobody. */
  readonly referrers: Referrers;
  /** Those that the caller may read, where they were asked for. */
  readonly tiles: readonly StoredTile[];
};

/** Tells the parts of the statement `resourceToDelete` apart. @param parts a letter and a text after a tab each */
export function readDeletionSource(parts: readonly string[]): DeletionSource {
  const texts = textsByLetter(parts);
  const { is_reviewer, is_written, referrers, stored } = header.parse(
    JSON.parse(texts('H')[0] ?? 'null'),
  );
  return {
    isReviewer: is_reviewer,
    isWritten: is_written,
    stored:
      stored === null
        ? undefined
        : { canView: stored.can_view, canDelete: stored.can_delete, version: stored.version },
    referrers,
    tiles: texts('T').map(storedTile),
  };
}
