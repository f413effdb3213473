import { describe, expect, it } from 'vitest';

import {
  countChanges,
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
    expect(formatSummary([ontologies, graphs, accounts])).toEqual([
      formatResultLine(ontologies),
      formatResultLine(graphs),
      formatResultLine(accounts),
      'New accounts that may do everything: anna',
      'Changes: 657',
    ]);
  });

  it('counts new and changed items as changes if a result has no number of changes', () => {
    expect(countChanges([graphs])).toBe(5);
    expect(countChanges([ontologies])).toBe(651);
    expect(countChanges([{ subject: 'Edits', read: 0 }])).toBe(0);
  });
});
