import * as z from 'zod';

import { isUuid, parseResourceId, type ResourceId } from '../../../../lib/model/ids.ts';
import { deriveNameUuid, URI_NAMESPACE } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { readCsv } from '../csv/read-csv.ts';
import type { CsvEncoding } from '../text-encoding.ts';
import { FileFormatError } from '../file-error.ts';
import { importError } from '../import-problems.ts';

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

/**
 * Reads a `.relations` file: CSV with headings in any letter case, possibly compressed (`.gz`). Rows with the same ends, types, notes and
 * dates count once, even if their ids differ.
 * @returns the distinct relations, in the order of the file, and the number of all rows, including repeated and faulty ones
 * @throws FileFormatError `malformed_csv`, also if a column of the ends is missing, and the errors of `readCsv`
 */
export async function readRelationsFile(file: string, encoding?: CsvEncoding) {
  const relations = new Map<string, Relation>();
  const problems: Problem[] = [];
  let rowCount = 0;
  for await (const row of readRows(file, encoding)) {
    if ('problem' in row) problems.push(row.problem);
    else {
      const relation = readRelation(row.cells);
      if (relation === null) problems.push(makeFaultyRowError(row.cells, rowCount));
      else if (!relations.has(relation.relationId)) relations.set(relation.relationId, relation);
    }
    rowCount += 1;
  }
  return { relations: [...relations.values()], rowCount, problems };
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

function readRelation(cells: Row): Relation | null {
  const { resourceinstanceidfrom: from, resourceinstanceidto: to } = cells;
  if (!isUuid(from) || !isUuid(to)) return null;
  const content: RelationContent = {
    fromId: parseResourceId(from),
    toId: parseResourceId(to),
    relationshipType: cells.relationshiptype,
    inverseRelationshipType: cells.inverserelationshiptype,
    notes: cells.notes,
    dateStarted: cells.datestarted,
    dateEnded: cells.dateended,
  };
  return identifyRelation(content);
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

function makeFaultyRowError(cells: Row, position: number): Problem {
  const from = cells.resourceinstanceidfrom ?? 'nothing';
  const to = cells.resourceinstanceidto ?? 'nothing';
  const message = `Row ${position + 1} relates ${from} to ${to}: both ends must be ids (UUIDs) of resource instances. Correct the row.`;
  return importError('invalid_relation_end', message, { pointer: `/${position}` });
}
