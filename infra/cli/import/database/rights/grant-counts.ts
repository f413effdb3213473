import type { MergedGrants, ObsoleteGrant } from '../queries/imported-grants.ts';
import { pluralize } from '../../../text.ts';
import { importWarning, listExamples, type FileProblem } from '../../import-problems.ts';
import type { ImportResult } from '../../import-summary.ts';
import type { ForeseenTargets } from './rights-options.ts';
import { sourceName } from '../accounts/source-name.ts';

/** Counts the grants on nodegroups, or those on resource instances, that an import has written. */
export class GrantCounts {
  planned = 0;
  readonly #foreseen: ForeseenTargets | undefined;
  #created = 0;
  #updated = 0;
  #removed = 0;
  #unchanged = 0;
  readonly #keptHere: string[] = [];
  readonly #obsolete: ObsoleteGrant[] = [];

  /** @param foreseen in a dry run, whose grants on targets that are not stored yet count as created */
  constructor(foreseen?: ForeseenTargets) {
    this.#foreseen = foreseen;
  }

  addPlanned(count: number): void {
    this.planned += count;
  }

  add({
    created,
    updated,
    removed,
    unchanged,
    keptHere,
    keptObsolete,
    missing,
  }: MergedGrants): void {
    const foreseen = missing.filter((id) => this.#foreseen?.createdIds.has(id) === true);
    this.#created += created + foreseen.length;
    this.#updated += updated;
    this.#removed += removed;
    this.#unchanged += unchanged;
    this.#keptHere.push(...keptHere);
    this.#obsolete.push(...keptObsolete);
  }

  /** Returns the grants that the source no longer has, and that are not yet removed. */
  takeObsolete(): readonly ObsoleteGrant[] {
    return this.#obsolete.splice(0);
  }

  addRemoved(count: number): void {
    this.#removed += count;
  }

  /** @param subject such as `Grants of nodegroups` */
  toImportResult(subject: string): ImportResult {
    return {
      subject,
      read: this.planned,
      created: this.#created,
      updated: this.#updated,
      unchanged: this.#unchanged,
      changes: this.#created + this.#updated + this.#removed,
      notes: this.#removed === 0 ? [] : [`${pluralize(this.#removed, 'grant')} removed.`],
    };
  }

  /** @param target such as `nodegroup` */
  makeKeptGrantWarnings(target: string): readonly FileProblem[] {
    const problems: FileProblem[] = [];
    const warn = (code: string, message: string): void => {
      problems.push({ ...importWarning(code, message), file: sourceName });
    };
    const describeTargets = (ids: readonly string[]): string =>
      `${pluralize(ids.length, target)} (${listExamples(ids)})`;
    if (this.#keptHere.length > 0)
      warn(
        'grants_kept',
        `Grants on ${describeTargets(this.#keptHere)} were made, changed or removed in this service, which replaces those of the source. Use hds grant to change them, or import with --undo-account-changes.`,
      );
    return problems;
  }
}
