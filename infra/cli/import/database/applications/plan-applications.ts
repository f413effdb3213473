import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import type { LinkedApplication } from '../queries/imported-applications.ts';
import type { SourceRow } from '../source.ts';
import { readSourceApplication, type SourceApplication } from './source-application.ts';

/** An application of the source that can be registered. */
type ReadableApplication = Extract<SourceApplication, { readonly kind: 'application' }>;

/** What an import does with an application of the source, or with a stored one that the source no longer has. */
export type ApplicationPlan =
  | {
      readonly kind: 'register';
      readonly application: ReadableApplication;
      readonly digest: string;
    }
  | {
      readonly kind: 'update';
      readonly stored: LinkedApplication;
      readonly application: ReadableApplication;
      readonly digest: string;
    }
  /** The stored application is that of the source, but has no link yet. */
  | {
      readonly kind: 'link';
      readonly stored: LinkedApplication;
      readonly digest: string;
    }
  | { readonly kind: 'unchanged'; readonly stored: LinkedApplication }
  /** It was changed in this service, and stays so. */
  | { readonly kind: 'kept'; readonly stored: LinkedApplication }
  | { readonly kind: 'delete'; readonly stored: LinkedApplication; readonly reason: string }
  | { readonly kind: 'refuse'; readonly reason: string };

/**
 * Plans an application of the source.
 * @rule Imports and exports: What does a later import change of an application?
 * @param stored the stored application with its client id
 * @param accounts the ids of accounts in this service, by their ids in the source
 * @param undoesChanges whether an application that was changed in this service follows the source again
 */
export function planApplication(
  row: SourceRow,
  stored: LinkedApplication | undefined,
  accounts: ReadonlyMap<number, number>,
  undoesChanges: boolean,
): ApplicationPlan {
  const digest = digestApplication(row);
  const application = readSourceApplication(row, accounts);
  if (stored === undefined)
    return application.kind === 'refused'
      ? { kind: 'refuse', reason: application.reason }
      : { kind: 'register', application, digest };
  if (stored.digest === digest && !stored.isChangedHere) return { kind: 'unchanged', stored };
  // An earlier import registered it without a link.
  if (stored.digest === null && isSame(stored, application))
    return { kind: 'link', stored, digest };
  const isChangedHere = stored.digest === null || stored.isChangedHere;
  if (isChangedHere && !undoesChanges) return { kind: 'kept', stored };
  return application.kind === 'refused'
    ? { kind: 'delete', stored, reason: application.reason }
    : { kind: 'update', stored, application, digest };
}

/** Plans a stored application that the source no longer has. */
export function planFormerApplication(
  stored: LinkedApplication,
  undoesChanges: boolean,
): ApplicationPlan {
  return stored.isChangedHere && !undoesChanges
    ? { kind: 'kept', stored }
    : { kind: 'delete', stored, reason: 'The source no longer has it.' };
}

function isSame(stored: LinkedApplication, application: SourceApplication): boolean {
  if (application.kind === 'refused') return false;
  const { name, clientType, grantType, redirectUris, ownerId, clientSecretHash } = stored;
  return (
    ownerId === application.owner &&
    clientSecretHash === application.secretHash &&
    isDeepStrictEqual({ name, clientType, grantType, redirectUris }, application.details)
  );
}

function digestApplication(row: SourceRow): string {
  return createHash('md5').update(JSON.stringify(row)).digest('hex');
}
