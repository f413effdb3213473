import { stat } from 'node:fs/promises';
import path from 'node:path';

import { CommandError } from '../../command-error.ts';
import { isCsvFile } from '../csv/read-csv-batches.ts';
import { isMappingOf } from '../csv/read-mapping.ts';
import { FileFormatError } from '../file-error.ts';
import { configurationFile } from '../ontologies/ontology-config.ts';
import { readFileText } from '../read-file.ts';
import { ownFolder } from '../restore/manifest.ts';
import { detectContent } from './detect-content.ts';
import { listFilesBelow } from './list-files.ts';

/** The files of a package by their content; paths are absolute. */
export type PackageFiles = {
  /** `ontology_config.json` files. */
  readonly ontologies: readonly string[];
  /** Graphs, with branches before resource models. */
  readonly graphs: readonly string[];
  /** SKOS files, with thesauri before collections. */
  readonly concepts: readonly string[];
  readonly resources: readonly string[];
  readonly relations: readonly string[];
  /** Files that tiles name. */
  readonly files: readonly string[];
  /** Files that the import does not read, with the reason. */
  readonly notRead: readonly UnreadFile[];
};

type UnreadFile = {
  readonly file: string;
  readonly reason: string;
  /** Whether it seems to contain business data. */
  readonly isBusinessData: boolean;
};

type Kind = Exclude<keyof PackageFiles, 'notRead'>;
type FileDecision =
  | { readonly kinds: readonly Kind[] }
  | { readonly reason: string; readonly isBusinessData?: true }
  | 'part of another file';

const makePackageError = (message: string): CommandError =>
  new CommandError('not_a_package', message);

/**
 * Finds the files of a package folder: ontologies, graphs, reference data, business data, relations, and files that tiles name. They are recognized by the names of
 * their folders at any depth, and resource instances also by their content. Files that belong to another file, such as a mapping, are left out. All others are listed as not read.
 * @rule Imports and exports: Which files does a package have, and in which order are they imported?
 * @throws CommandError if the folder does not exist or contains nothing that can be imported
 */
export async function findPackageFiles(directory: string): Promise<PackageFiles> {
  const stats = await stat(directory).catch(() => undefined);
  if (stats?.isDirectory() !== true) {
    throw makePackageError(`${directory} is not a folder. Give the folder of a package.`);
  }
  const files = await listFilesBelow(directory);
  const byKind: Record<Kind, string[]> = {
    ontologies: [],
    graphs: [],
    concepts: [],
    resources: [],
    relations: [],
    files: [],
  };
  const notRead: UnreadFile[] = [];
  for (const file of files) {
    const decision = await classifyFile(file, listFolders(file, directory), files);
    if (decision === 'part of another file') continue;
    if ('reason' in decision) notRead.push({ isBusinessData: false, file, ...decision });
    else for (const kind of decision.kinds) byKind[kind].push(path.resolve(file));
  }
  if (Object.values(byKind).every((list) => list.length === 0)) {
    throw makePackageError(
      `${directory} has no graphs, reference data or business data. Give the folder that has the folders graphs, reference_data or business_data.`,
    );
  }
  /** Returns 0 for a file below a folder of the given name, 1 for any other, for sorting. */
  const folderRank = (file: string, folder: string): number =>
    listFolders(file, directory).includes(folder) ? 0 : 1;
  byKind.graphs.sort((one, other) => folderRank(one, 'branches') - folderRank(other, 'branches'));
  byKind.concepts.sort(
    (one, other) => folderRank(other, 'collections') - folderRank(one, 'collections'),
  );
  return { ...byKind, notRead };
}

/** Lists the names of the folders from a package down to a file, in lower case. */
function listFolders(file: string, directory: string): readonly string[] {
  return path.relative(directory, path.dirname(file)).toLowerCase().split(path.sep);
}

/** The folders of packages with the files that tiles name. */
const fileFolders: readonly string[] = ['files', 'uploadedfiles'];

const systemSettingsDecision: FileDecision = {
  reason: 'it has the system settings of another installation',
};
const unknownFileDecision: FileDecision = { reason: 'it is not a known part of a package' };
const conceptNamePattern = /\.(xml|rdf|skos|ttl|turtle|nt|jsonld)(\.gz)?$/;
const unsupportedNamePattern = /\.(xlsx?|ods|jsonld|xml|shp|zip)(\.gz)?$/;

async function classifyFile(
  file: string,
  folders: readonly string[],
  files: readonly string[],
): Promise<FileDecision> {
  const name = path.basename(file).toLowerCase();
  const isBusinessFolder = folders.includes('business_data');
  if (folders.includes(ownFolder))
    return name === 'manifest.json'
      ? { reason: 'it is used only if the database has no data' }
      : 'part of another file';
  if (fileFolders.some((folder) => folders.includes(folder))) return { kinds: ['files'] };
  if (folders.includes('system_settings')) return systemSettingsDecision;
  if (name === configurationFile) return { kinds: ['ontologies'] };
  if (isOntologyPart(file, files)) return 'part of another file';
  if (/\.relations(\.gz)?$/.test(name)) return { kinds: ['relations'] };
  if (name.endsWith('.mapping')) {
    const hasCsvFile = files.some((csvFile) => isCsvFile(csvFile) && isMappingOf(csvFile, file));
    return hasCsvFile ? 'part of another file' : { reason: 'its CSV file is missing' };
  }
  if (isCsvFile(name)) {
    const hasMapping = files.some((mapping) => isMappingOf(file, mapping));
    if (hasMapping || isBusinessFolder) return { kinds: ['resources'] };
    return { reason: 'it has no mapping' };
  }
  if (folders.includes('reference_data') && conceptNamePattern.test(name))
    return { kinds: ['concepts'] };
  if (/\.jsonl?(\.gz)?$/.test(name)) return classifyJson(file, folders);
  return isBusinessFolder && unsupportedNamePattern.test(name)
    ? { reason: 'business data of this format cannot be imported', isBusinessData: true }
    : unknownFileDecision;
}

async function classifyJson(file: string, folders: readonly string[]): Promise<FileDecision> {
  const content = await detectContent(file).catch((error: unknown) => {
    if (error instanceof FileFormatError) return 'unreadable' as const;
    throw error;
  });
  if (content === 'system settings') return systemSettingsDecision;
  if (folders.includes('business_data')) return { kinds: ['resources'] };
  const isInGraphFolder =
    ['graphs', 'resource_models', 'branches'].some((folder) => folders.includes(folder)) &&
    !/\.jsonl(\.gz)?$/i.test(file);
  const kinds: readonly Kind[] = [
    ...(content === 'records' ? ['resources' as const] : []),
    ...(isInGraphFolder && (await hasGraph(file)) ? ['graphs' as const] : []),
  ];
  if (kinds.length > 0) return { kinds };
  if (isInGraphFolder) return { reason: 'it has no graph' };
  return content === 'unreadable' ? { reason: 'it cannot be read' } : unknownFileDecision;
}

function isOntologyPart(file: string, files: readonly string[]): boolean {
  if (!/\.(xml|rdfs?|owl)(\.gz)?$/i.test(file)) return false;
  const folder = path.dirname(file);
  return files.some(
    (other) =>
      path.dirname(other) === folder && path.basename(other).toLowerCase() === configurationFile,
  );
}

/**
 * Returns whether a JSON file in a folder for graphs contains a graph. Some packages also have indexes of graphs there. A file that cannot
 * be read counts as a graph, so that its import reports the problem.
 */
async function hasGraph(file: string): Promise<boolean> {
  let text = '';
  try {
    for await (const part of readFileText(file)) {
      // The end of the previous part is kept, because a match may cross the boundary between two parts.
      text = text.slice(-20) + part;
      if (/"(?:graph|nodes|nodegroups)"\s*:\s*[[{]/.test(text)) return true;
    }
  } catch (error) {
    if (error instanceof FileFormatError) return true;
    throw error;
  }
  return false;
}
