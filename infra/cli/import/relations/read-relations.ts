import * as z from 'zod';

import type { ResourceId } from '../../../../lib/model/ids.ts';
import { deriveNameUuid, URI_NAMESPACE } from '../../../../lib/model/name-uuid.ts';
import { jsonPointer, type Problem } from '../../../../lib/model/problem.ts';
import { readCsv } from '../csv/read-csv.ts';
import type { CsvEncoding } from '../text-encoding.ts';
import { FileFormatError } from '../file-error.ts';
import { importError } from '../import-problems.ts';
import { findResourceById, type FindResource, type ResourceMatch } from '../resource-lookup.ts';

/** A relation between two resource instances with its id. */
export type Relation = RelationContent & {
  /** An id that is derived from the content, because each export gives the same relation another id. */
  readonly relationId: string;
};

export type RelationContent = {
  readonly fromId: ResourceId;
  readonly toId: ResourceId;
  /** The type of the relation, usually the id of a concept value. */
  readonly relationshipType: string | null;
  readonly inverseRelationshipType: string | null;
  readonly notes: string | null;
  /** The start date as the file contains it. */
  readonly dateStarted: string | null;
  /** The end date as the file contains it. */
  readonly dateEnded: string | null;
};

const cellSchema = z
  .string()
  .optional()
  .transform((text) => {
    const trimmed = text?.trim() ?? '';
    return trimmed === '' || trimmed === 'None' ? null : trimmed;
  });

const rowSchema = z.object({
  resourceinstanceidfrom: cellSchema,
  resourceinstanceidto: cellSchema,
  relationshiptype: cellSchema,
  inverserelationshiptype: cellSchema,
  notes: cellSchema,
  datestarted: cellSchema,
  dateended: cellSchema,
});

type Row = z.output<typeof rowSchema>;

const requiredHeadings = ['resourceinstanceidfrom', 'resourceinstanceidto'] as const;

/** The distinct relations of a file, the number of its rows, and the problems of those that were left out. */
export type RelationsOfFile = {
  readonly relations: readonly Relation[];
  readonly rowCount: number;
  readonly problems: readonly Problem[];
};

/** Finds the ends of all rows of a file. */
type LookUpEnds = (texts: readonly string[]) => Promise<FindResource>;

/**
 * Reads a `.relations` file: CSV with headings in any letter case, possibly compressed (`.gz`). Rows with the same ends, types, notes and
 * dates count once, even if their ids differ.
 * @param lookUpEnds finds resource instances; by default, ends are ids
 * @returns the distinct relations, in the order of the file, and the number of all rows, including repeated and faulty ones
 * @throws FileFormatError `malformed_csv`, also if a column of the ends is missing, and the errors of `readCsv`
 */
export async function readRelationsFile(
  file: string,
  encoding?: CsvEncoding,
  lookUpEnds: LookUpEnds = async () => findResourceById,
): Promise<RelationsOfFile> {
  const rows = await Array.fromAsync(readRows(file, encoding));
  const findEnd = await lookUpEnds(
    rows.flatMap((row) =>
      'problem' in row ? [] : requiredHeadings.flatMap((heading) => row.cells[heading] ?? []),
    ),
  );
  const relations = new Map<string, Relation>();
  const problems: Problem[] = [];
  for (const [position, row] of rows.entries()) {
    if ('problem' in row) {
      problems.push(row.problem);
      continue;
    }
    const result = readRelation(row.cells, findEnd, position);
    if ('problems' in result) problems.push(...result.problems);
    else if (!relations.has(result.relationId)) relations.set(result.relationId, result);
  }
  return { relations: [...relations.values()], rowCount: rows.length, problems };
}

async function* readRows(
  file: string,
  encoding: CsvEncoding | undefined,
): AsyncGenerator<{ readonly cells: Row } | { readonly problem: Problem }> {
  let names: readonly string[] = [];
  const options = { requiredHeading: requiredHeadings[0], encoding };
  for await (const { number, texts, invalidByte } of readCsv(file, options)) {
    if (number === 0) names = readColumnNames(texts);
    else if (invalidByte !== undefined) {
      const message = `Row ${number}, column ${JSON.stringify(names[invalidByte.position])}: ${invalidByte.reason}`;
      const pointer = `/${number - 1}`;
      yield { problem: importError(invalidByte.code, message, { pointer }) };
    } else {
      const cells = Object.fromEntries(names.map((name, index) => [name, texts[index]]));
      yield { cells: rowSchema.parse(cells) };
    }
  }
}

function readColumnNames(header: readonly string[]): readonly string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  for (const column of requiredHeadings) {
    if (!names.includes(column))
      throw new FileFormatError('malformed_csv', `The file has no column ${column}`, { line: 1 });
  }
  return names;
}

function readRelation(
  cells: Row,
  findEnd: FindResource,
  position: number,
): Relation | { readonly problems: readonly Problem[] } {
  const readEnd = (heading: (typeof requiredHeadings)[number]): ResourceId | Problem => {
    const text = cells[heading];
    const end: ResourceMatch = text === null ? { kind: 'unknown' } : findEnd(text);
    return end.kind === 'found' ? end.resourceId : makeEndError(end, text, heading, position);
  };
  const [from, to] = [readEnd('resourceinstanceidfrom'), readEnd('resourceinstanceidto')];
  if (typeof from !== 'string' || typeof to !== 'string')
    return { problems: [from, to].filter((end) => typeof end !== 'string') };
  return identifyRelation({
    fromId: from,
    toId: to,
    relationshipType: cells.relationshiptype,
    inverseRelationshipType: cells.inverserelationshiptype,
    notes: cells.notes,
    dateStarted: cells.datestarted,
    dateEnded: cells.dateended,
  });
}

/** Adds to a relation the id that is derived from its content. */
export function identifyRelation(content: RelationContent): Relation {
  // The order must not change, because stored ids depend on it.
  const key = JSON.stringify([
    content.fromId,
    content.toId,
    content.relationshipType,
    content.inverseRelationshipType,
    content.notes,
    content.dateStarted,
    content.dateEnded,
  ]);
  return { relationId: deriveNameUuid(URI_NAMESPACE, key), ...content };
}

function makeEndError(
  end: Exclude<ResourceMatch, { readonly kind: 'found' }>,
  text: string | null,
  heading: string,
  position: number,
): Problem {
  const place = `Row ${position + 1}, column ${heading}: `;
  const pointer = jsonPointer([position, heading]);
  if (end.kind === 'ambiguous') {
    const message = `Several resource instances have the legacy id ${JSON.stringify(text)}. Write the id of one, such as ${end.resourceIds[0]}.`;
    return importError('ambiguous_label', place + message, { pointer });
  }
  const message =
    text === null
      ? 'The cell is empty. Write the id or legacy id of a resource instance.'
      : `No stored resource instance has the id or legacy id ${JSON.stringify(text)}. Correct it, or import the resource instance first.`;
  return importError('invalid_relation_end', place + message, { pointer });
}
