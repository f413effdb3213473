import { describe, expect, it } from 'vitest';

import {
  accountsSummary,
  activitySummary,
  conceptsSummary,
  graphsSummary,
  ontologiesSummary,
  packageSummary,
  resourcesSummary,
} from '../../../../infra/cli/import/import-summary.ts';

const ofEach = {
  ontologies: { ontologies: 1, classes: 1, properties: 1, changes: 1 },
  graphs: { tally: { created: 1, updated: 0, unchanged: 0 }, graphs: [] },
  concepts: {
    labelled: 1,
    unlabelled: 1,
    schemes: 1,
    collections: 1,
    values: 1,
    changes: 1,
    removed: { concepts: 1, values: 1 },
  },
  resources: {
    resources: 1,
    tiles: 1,
    skipped: 1,
    leftOut: { tiles: 1, values: 1 },
    resourcesCreated: 1,
    resourcesUpdated: 0,
    tilesCreated: 1,
    tilesUpdated: 0,
  },
} as const;

const summaries: Readonly<Record<string, readonly string[]>> = {
  ontologies: ontologiesSummary(ofEach.ontologies),
  graphs: graphsSummary(ofEach.graphs),
  concepts: conceptsSummary(ofEach.concepts),
  resources: resourcesSummary(ofEach.resources, 1),
  package: packageSummary({
    ...ofEach,
    relations: { rows: 1, distinct: 1, created: 1, pending: 1 },
    notRead: [],
  }),
  accounts: accountsSummary({
    created: 1,
    givenPassword: 0,
    unchanged: 1,
    leftOut: 1,
    groupsCreated: 0,
    administrators: [],
  }),
  activity: activitySummary(
    { edits: 1, passedOver: 1, leftOut: 1, items: 1, unknownUsers: 1, isAhead: false },
    { dryRun: false },
  ),
};

describe.each(Object.entries(summaries))('the summary of an import of %s', (_, lines) => {
  it('ends with the number of changes', () => {
    expect(lines.filter((line) => line.startsWith('Changes: '))).toEqual([lines.at(-1)]);
    expect(lines.at(-1)).toMatch(/^Changes: \d+$/);
  });

  it('names what it counts first, and one of it in the singular', () => {
    expect(lines[0]).toMatch(/^[A-Z][a-z ]+: /);
    expect(lines.join('\n')).not.toMatch(/\b1 (?!(as|class)\b)\w+s\b/);
    expect(lines.join('\n')).not.toContain('written');
  });
});
