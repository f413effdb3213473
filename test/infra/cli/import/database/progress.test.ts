import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSourceDatabase, type SourceDatabase } from '../../../../support/source-database.ts';
import { importSource } from '../../../../support/database/import-source.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import type { Progress, StepOptions } from '../../../../../infra/cli/progress.ts';
import { createTestContext } from '../importing.ts';

/** The steps of an import with the units that they were advanced by. */
type Step = StepOptions & { readonly label: string; units: number };

function recordProgress(): { readonly progress: Progress; readonly steps: readonly Step[] } {
  const steps: Step[] = [];
  const progress: Progress = {
    begin: (label, options = {}) => {
      const step: Step = { label, units: 0, ...options };
      steps.push(step);
      return {
        advance: (units) => {
          step.units += units;
        },
        done: () => undefined,
      };
    },
    end: () => undefined,
  };
  return { progress, steps };
}

describe.skipIf(findTestData('arches81-dump') === undefined)(
  'the progress of an import of a database',
  () => {
    let source: SourceDatabase;
    let stack: TestStack;

    beforeAll(async () => {
      source = await openSourceDatabase('arches81-dump');
      stack = await openTestStack();
    });

    afterAll(async () => {
      await stack?.close();
      await source?.drop();
    });

    it.each([
      ['first', 'Edits'],
      ['later', 'Stored rows'],
    ])('knows the total of each step that can be long, in the %s import', async (_, lastStep) => {
      const { progress, steps } = recordProgress();
      const accounts = {
        owner: stack.owner,
        permissions: 'default-deny',
        opensGuest: false,
        keepsMfaPasswords: false,
        undoesChanges: false,
      } as const;
      const context = { ...createTestContext(stack.dataApi), progress };
      await importSource(source.url, context, { accounts });
      const long = [
        'Rows of the source',
        'Grants of resource instances',
        'Resource instances',
        'History',
        'Edits',
        'Stored rows',
      ];
      const labels = new Set(steps.map(({ label }) => label));
      expect(long.filter((label) => !labels.has(label))).toEqual([]);
      expect(labels).toContain(lastStep);
      const longSteps = steps.filter(({ label }) => long.includes(label));
      expect(longSteps.map(({ label, total }) => [label, total])).toEqual(
        longSteps.map(({ label, units }) => [label, units]),
      );
    });
  },
);
