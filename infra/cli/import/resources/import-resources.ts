import type { ImportContext } from '../import-context.ts';
import type { BusinessDataChoice } from '../csv/csv-beside-json.ts';
import { CsvSource } from '../csv/csv-source.ts';
import { isCsvFile } from '../csv/read-csv-batches.ts';
import { checkAgainstModel } from './check-candidates.ts';
import { DuplicateDetector } from './duplicate-detector.ts';
import { importRecordBatches } from './import-record-batches.ts';
import { loadModels, noUnstoredParts, type UnstoredParts } from './import-models.ts';
import { readRecordBatches } from './read-record-batches.ts';
import type { readRecordTexts } from './read-record-texts.ts';
import type { CheckCandidate } from './salvage.ts';

export type ResourcesImported = Awaited<ReturnType<typeof importResources>>;

/**
 * Imports resource instances in transactions of up to 1,000 records. Two transactions run at a time if they have no ids in common. A
 * record with errors is reported and left out, or with `salvage` only its faulty parts. With `strict` the first such record stops the
 * import, and its transaction is rolled back.
 * @param files business data files, JSON or CSV. They are streamed, except CSV beside JSON, which must fit in memory.
 * @param unstored in a dry run, the models that were not stored
 * @param choice whether JSON or CSV is imported if a model has both
 * @param readTexts reads the records of a file or other source; by default, of a JSON file
 * @param total the number of records, if it is known
 * @throws ImportStopped in a strict import
 */
export async function importResources(
  files: readonly string[],
  context: ImportContext,
  unstored: UnstoredParts = noUnstoredParts,
  choice: BusinessDataChoice = 'auto',
  readTexts?: typeof readRecordTexts,
  total?: number,
) {
  const models = await loadModels(context, unstored);
  const check: CheckCandidate = (candidate) => checkAgainstModel(candidate, models.index);
  const csv = new CsvSource(files, context, models, choice, check);
  await csv.loadBeforeReading(files);
  const duplicates = new DuplicateDetector();
  return importRecordBatches(
    {
      total,
      read: (file) =>
        isCsvFile(file)
          ? csv.readFile(file)
          : csv.filterJson(
              readRecordBatches(
                file,
                context,
                duplicates,
                (candidate) => check(csv.mergeWithCsv(candidate)),
                readTexts,
              ),
            ),
      warnsOfAddedTiles: isCsvFile,
      finish: async () => {
        await csv.writeMissingConcepts();
        return csv.notes();
      },
    },
    (choice === 'json' ? files.filter((file) => !isCsvFile(file)) : files).toSorted(
      (one, other) => Number(isCsvFile(one)) - Number(isCsvFile(other)),
    ),
    context,
    models,
    duplicates,
  );
}
