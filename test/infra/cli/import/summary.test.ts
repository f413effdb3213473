import { describe, expect, it } from 'vitest';

import { importError, importWarning } from '../../../../infra/cli/import/import-problems.ts';
import { openImportReport } from '../../../../infra/cli/import/import-report.ts';
import {
  countChanges,
  formatProblems,
  formatResultLine,
  formatSummary,
  type ImportResult,
} from '../../../../infra/cli/import/import-summary.ts';

const graphs: ImportResult = {
  subject: 'Graphs',
  read: 7,
  created: 4,
  updated: 1,
  unchanged: 2,
  leftOut: 1,
};
const ontologies: ImportResult = {
  subject: 'Ontologies',
  read: 1,
  contents: ['157 classes', '494 properties'],
  changes: 651,
};
const accounts: ImportResult = {
  subject: 'Accounts',
  read: 1,
  created: 1,
  notes: ['New accounts that may do everything: anna'],
};

describe('the line of a result', () => {
  it.each([
    [graphs, 'Graphs: 7 read; 4 new, 1 changed, 2 unchanged, 1 left out'],
    [ontologies, 'Ontologies: 1 read (157 classes, 494 properties)'],
    [accounts, 'Accounts: 1 read; 1 new'],
  ])('begins with what was read, followed by the outcome', (result, line) => {
    expect(formatResultLine(result)).toBe(line);
  });
});

describe('the summary of an import', () => {
  it('has a line for each result, with its notes, and ends with the number of changes', () => {
    expect(formatSummary([ontologies, graphs, accounts], { dryRun: false })).toEqual([
      formatResultLine(ontologies),
      formatResultLine(graphs),
      formatResultLine(accounts),
      'New accounts that may do everything: anna',
      'Changes: 657',
    ]);
  });

  it('says of a dry run that nothing is written', () => {
    expect(formatSummary([graphs], { dryRun: true })).toEqual([
      formatResultLine(graphs),
      'Changes: 0',
    ]);
  });

  it('counts new and changed items as changes if a result has no number of changes', () => {
    expect(countChanges([graphs])).toBe(5);
    expect(countChanges([ontologies])).toBe(651);
    expect(countChanges([{ subject: 'Edits', read: 0 }])).toBe(0);
  });
});

describe('the problems of a summary', () => {
  const cellError = (code: string, row: number, column: string) => ({
    ...importError(code, `Row ${row}, column ${column}: wrong.`, {
      pointer: `/${row - 1}/${column}`,
    }),
    column,
  });

  it('are grouped by code, column and file, with the first message of each group and their count', () => {
    const report = openImportReport();
    const rows = Array.from({ length: 2000 }, (_, index) => index + 1);
    report.add('a.csv', [importWarning('new_language', 'Once.', { pointer: '/Name (fr)' })]);
    for (const row of rows) {
      report.add('a.csv', [cellError('unknown_label', row, '1900')]);
      report.add('a.csv', [cellError('unknown_label', row, '2000')]);
    }
    report.add('b.csv', [cellError('unknown_label', 7, '1900')]);
    report.add('a.csv', [cellError('ambiguous_label', 7, '1900')]);
    expect(formatProblems(report)).toEqual([
      'Problems: 4002 errors, 1 warning (--report FILE writes them all)',
      '  error unknown_label (2000 times): Row 1, column 1900: wrong. [a.csv/0/1900]',
      '  error unknown_label (2000 times): Row 1, column 2000: wrong. [a.csv/0/2000]',
      '  error unknown_label: Row 7, column 1900: wrong. [b.csv/6/1900]',
      '  error ambiguous_label: Row 7, column 1900: wrong. [a.csv/6/1900]',
      '  warning new_language: Once. [a.csv/Name (fr)]',
    ]);
  });

  it('of JSON are grouped by the place in the record', () => {
    const report = openImportReport();
    const add = (pointer: string) =>
      report.add('a.json', [importError('unknown_node', 'Wrong.', { pointer })]);
    add('/business_data/resources/0/tiles/3/data/x');
    add('/business_data/resources/12/tiles/0/data/x');
    add('/business_data/resources/12/tiles/0/data/y');
    add('/business_data/resources/12');
    expect(formatProblems(report).slice(1)).toEqual([
      '  error unknown_node (2 times): Wrong. [a.json/business_data/resources/0/tiles/3/data/x]',
      '  error unknown_node: Wrong. [a.json/business_data/resources/12/tiles/0/data/y]',
      '  error unknown_node: Wrong. [a.json/business_data/resources/12]',
    ]);
  });

  it('that are not shown are counted', () => {
    const report = openImportReport();
    for (let column = 0; column < 30; column += 1)
      report.add('a.csv', [
        cellError('unknown_label', 1, String(column)),
        cellError('unknown_label', 2, String(column)),
      ]);
    const lines = formatProblems(report, 'all.jsonl');
    expect(lines[0]).toBe('Problems: 60 errors, 0 warnings (all in all.jsonl)');
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('  … and 20 problems of other kinds or places');
  });
});
