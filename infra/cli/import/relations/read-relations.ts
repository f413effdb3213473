import * as z from 'zod';

import { isUuid, parseResourceId, type ResourceId } from '../../../../lib/model/ids.ts';
import { nameUuid, URI_NAMESPACE } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { readCsv } from '../csv/read-csv.ts';
import { FileFormatError } from '../file-error.ts';
import { importError } from '../import-problems.ts';

/** A relation between two resource instances, as a `.relations` file has it. */
export type Relation = RelationContent & {
  /** Derived from the content, because each export gives the same relation another id. */
  readonly relationId: string;
};

export type RelationContent = {
  readonly fromId: ResourceId;
  readonly toId: ResourceId;
  /** Usually the id of a concept value. */
  readonly relationshipType: string | null;
  readonly inverseRelationshipType: string | null;
  readonly notes: string | null;
  /** Dates as the file writes them. */
  readonly dateStarted: string | null;
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

/**
 * Reads a `.relations` file: CSV with a header in any letter case, packed (`.gz`) or not.
 * Rows with the same ends, types, notes and dates count once, even if their own ids differ.
 * @returns the distinct relations, in the order of the file; and the count of all rows, with repeated and faulty ones
 * @throws FileFormatError `malformed_csv`, also without the columns of both ends, and the others of readCsv
 */
export async function readRelationsFile(file: string) {
  const relations = new Map<string, Relation>();
  const problems: Problem[] = [];
  let rowCount = 0;
  for await (const cells of readRows(file)) {
    const relation = readRelation(cells);
    if (relation === null) problems.push(faultyRowProblem(cells, rowCount));
    else if (!relations.has(relation.relationId)) relations.set(relation.relationId, relation);
    rowCount += 1;
  }
  return { relations: [...relations.values()], rowCount, problems };
}

async function* readRows(file: string): AsyncGenerator<Row> {
  let names: readonly string[] = [];
  for await (const { number, texts } of readCsv(file)) {
    if (number === 0) names = readColumnNames(texts);
    else
      yield rowSchema.parse(Object.fromEntries(names.map((name, index) => [name, texts[index]])));
  }
}

function readColumnNames(header: readonly string[]): readonly string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  for (const end of ['resourceinstanceidfrom', 'resourceinstanceidto']) {
    if (!names.includes(end))
      throw new FileFormatError('malformed_csv', `The file has no column ${end}`, { line: 1 });
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

/** Gives a relation the id of its content. */
export function identifyRelation(content: RelationContent): Relation {
  // The order is part of the stored ids.
  const key = JSON.stringify([
    content.fromId,
    content.toId,
    content.relationshipType,
    content.inverseRelationshipType,
    content.notes,
    content.dateStarted,
    content.dateEnded,
  ]);
  return { relationId: nameUuid(URI_NAMESPACE, key), ...content };
}

function faultyRowProblem(cells: Row, position: number): Problem {
  const from = cells.resourceinstanceidfrom ?? 'nothing';
  const to = cells.resourceinstanceidto ?? 'nothing';
  const message = `Row ${position + 1} relates ${from} to ${to}: both ends must be ids of resource instances.`;
  return importError('invalid_relation_end', message, { pointer: `/${position}` });
}
