import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  exportConcepts,
  type ConceptExportOptions,
} from '../../../../../infra/cli/export/concepts/export-concepts.ts';
import { importConcepts } from '../../../../../infra/cli/import/concepts/import-concepts.ts';
import type { ImportMode } from '../../../../../infra/cli/import/concepts/plan-thesaurus.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import type { RdfFormatName } from '../../../../../lib/rdf/formats.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { fingerprint, createTestContext, type TestContext } from '../../import/importing.ts';
import { oxigraphFormats } from './outside-triples.ts';

const thesaurusTables = [
  'concept',
  'concept_value',
  'concept_relation',
  'value_type',
  'last_change',
];

/** A database into which tests import thesauri. */
export type ThesaurusWorkshop = {
  readonly stack: TestStack;
  /** Imports one document, as a file. */
  readonly importText: (
    text: string,
    format?: RdfFormatName,
    mode?: ImportMode,
    options?: Parameters<typeof createTestContext>[1],
  ) => Promise<TestContext & { readonly changes: number }>;
  readonly exportText: (options?: Partial<ConceptExportOptions>) => Promise<string>;
  /** All rows of the thesaurus, and the time of its last change. */
  readonly rows: () => Promise<Readonly<Record<string, unknown>>>;
  readonly context: () => TestContext;
  /** Deletes all concepts. */
  readonly empty: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function openThesaurusWorkshop(): Promise<ThesaurusWorkshop> {
  const stack = await openTestStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'heritage-thesaurus-'));
  return {
    stack,
    importText: async (text, format = 'turtle', mode = 'merge', options = {}) => {
      const file = path.join(folder, `thesaurus.${oxigraphFormats[format].extension}`);
      await writeFile(file, text);
      const context = createTestContext(stack.dataApi, options);
      const { changes } = await importConcepts([file], context, mode);
      return { ...context, changes };
    },
    exportText: async (options = {}) => {
      const parts = await Array.fromAsync(
        exportConcepts(stack.dataApi, {
          roots: null,
          format: 'turtle',
          literals: 'with-ids',
          baseUrl: 'http://own.example',
          ...options,
        }),
      );
      return parts.join('');
    },
    rows: () => fingerprint(stack.owner, thesaurusTables),
    context: () => createTestContext(stack.dataApi),
    empty: async () => void (await stack.owner.write(rawSql('delete from concept'))),
    close: async () => {
      await stack.close();
      await rm(folder, { recursive: true });
    },
  };
}
