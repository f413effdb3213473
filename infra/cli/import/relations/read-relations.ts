import { Readable } from 'node:stream';

import { CsvError, parse } from 'csv-parse';
import * as z from 'zod';

import { isUuid, parseResourceId, type ResourceId } from '../../../../lib/model/ids.ts';
import { nameUuid, URI_NAMESPACE } from '../../../../lib/model/name-uuid.ts';
import type { Problem } from '../../../../lib/model/problem.ts';
import { readFileBytes } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';

/** A relation between two resource instances, as a `.relations` file tells it. */
export type Relation = {
  /** Made of the content: the same relation in another export, under another id of that export, is the same. */
  readonly relationId: string;
  readonly fromId: ResourceId;
  readonly toId: ResourceId;
  /** Most often the id of a concept value. */
  readonly relationshipType: string | null;
  readonly inverseRelationshipType: string | null;
  readonly notes: string | null;
  /** Dates as the file writes them. */
  readonly dateStarted: string | null;
  readonly dateEnded: string | null;
};

export type RelationsFile = {
  /** The distinct relations, in the order of the file. */
  readonly relations: readonly Relation[];
  /** Rows of the file, repeated and faulty ones included. */
  readonly rowCount: number;
  readonly problems: readonly Problem[];
};

const cell = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === '' || text === 'None' ? null : text));

const row = z.object({
  resourceinstanceidfrom: cell,
  resourceinstanceidto: cell,
  relationshiptype: cell,
  inverserelationshiptype: cell,
  notes: cell,
  datestarted: cell,
  dateended: cell,
});

type Row = z.output<typeof row>;

/**
 * Reads a `.relations` file: CSV with a header whose letter case does not count, packed (`.gz`) or not.
 * Rows that say the same (ends, types, notes and dates; not their own id) count once.
 * @throws FileFormatError `malformed_csv` where the file is not CSV or lacks the columns of both ends
 */
export async function readRelationsFile(file: string): Promise<RelationsFile> {
  const relations = new Map<string, Relation>();
  const problems: Problem[] = [];
  let rowCount = 0;
  for await (const cells of readRows(file)) {
    const relation = readRelation(cells);
    if (relation === null) problems.push(faultyRow(cells, rowCount));
    else if (!relations.has(relationKey(relation))) relations.set(relationKey(relation), relation);
    rowCount += 1;
  }
  return { relations: [...relations.values()], rowCount, problems };
}

/** What a relation says, its own id aside. */
type RelationFacts = Omit<Relation, 'relationId'>;

/** A text that is equal for relations that say the same: same ends, types, notes and dates. */
function relationKey(facts: RelationFacts): string {
  return JSON.stringify([
    facts.fromId,
    facts.toId,
    facts.relationshipType,
    facts.inverseRelationshipType,
    facts.notes,
    facts.dateStarted,
    facts.dateEnded,
  ]);
}

async function* readRows(file: string): AsyncGenerator<Row> {
  const parser = parse({ bom: true, columns: columnNames, relax_column_count: true, trim: true });
  const rows = Readable.from(readFileBytes(file), { objectMode: false }).on('error', (error) =>
    parser.destroy(error),
  );
  rows.pipe(parser);
  try {
    for await (const cells of parser) yield row.parse(cells);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `The file is not well-formed CSV: ${error.message}`;
    throw new FileFormatError('malformed_csv', message, {}, { cause: error });
  } finally {
    rows.destroy();
  }
}

function columnNames(header: readonly string[]): string[] {
  const names = header.map((name) => name.toLowerCase());
  for (const end of ['resourceinstanceidfrom', 'resourceinstanceidto']) {
    if (!names.includes(end))
      throw new FileFormatError('malformed_csv', `The file has no column ${end}`, { line: 1 });
  }
  return names;
}

function readRelation(cells: Row): Relation | null {
  const { resourceinstanceidfrom: from, resourceinstanceidto: to } = cells;
  if (!isUuid(from) || !isUuid(to)) return null;
  const facts: RelationFacts = {
    fromId: parseResourceId(from),
    toId: parseResourceId(to),
    relationshipType: cells.relationshiptype,
    inverseRelationshipType: cells.inverserelationshiptype,
    notes: cells.notes,
    dateStarted: cells.datestarted,
    dateEnded: cells.dateended,
  };
  return { relationId: nameUuid(URI_NAMESPACE, relationKey(facts)), ...facts };
}

function faultyRow(cells: Row, position: number): Problem {
  const from = cells.resourceinstanceidfrom ?? 'nothing';
  const to = cells.resourceinstanceidto ?? 'nothing';
  return {
    severity: 'error',
    code: 'invalid_relation_end',
    pointer: `/${position}`,
    message: `Row ${position + 1} relates ${from} to ${to}: both ends must be ids of resource instances.`,
  };
}
