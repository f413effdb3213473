import { stat } from 'node:fs/promises';
import path from 'node:path';

import { readFileText } from '../read-file.ts';
import { FileFormatError } from '../file-error.ts';
import { listFilesBelow } from './list-files.ts';
import { detectContent } from './detect-content.ts';

/** The files of a package by what they hold; paths are absolute. */
export type PackageFiles = {
  /** `ontology_config.json` files. */
  readonly ontologies: readonly string[];
  /** Branches before resource models. */
  readonly graphs: readonly string[];
  /** Thesauri before collections. */
  readonly concepts: readonly string[];
  readonly resources: readonly string[];
  readonly relations: readonly string[];
  /** Files that no part of the import reads, with the reason. */
  readonly notRead: readonly NotRead[];
};

type NotRead = {
  readonly file: string;
  readonly reason: string;
  /** Whether it looks like business data. */
  readonly isBusinessData: boolean;
};

type Kind = Exclude<keyof PackageFiles, 'notRead'>;
type Decision =
  | { readonly kinds: readonly Kind[] }
  | { readonly reason: string; readonly isBusinessData?: true }
  | 'part of another';

/** A folder holds nothing of a package, or is none. */
export class NotAPackage extends Error {
  readonly code = 'not_a_package';
}

/**
 * Finds the parts of a package folder: ontologies, graphs, reference data, business data, relations. The names of folders
 * decide, at any depth; records are also found anywhere else, by what they are. Every file that is none of these is listed as not
 * read.
 * @throws NotAPackage where the folder is not there or holds nothing that could be imported
 */
export async function findPackageFiles(directory: string): Promise<PackageFiles> {
  const found = await stat(directory).catch(() => undefined);
  if (found?.isDirectory() !== true) {
    throw new NotAPackage(`${directory} is not a folder. Give the folder of a package.`);
  }
  const files = await listFilesBelow(directory);
  const byKind: Record<Kind, string[]> = {
    ontologies: [],
    graphs: [],
    concepts: [],
    resources: [],
    relations: [],
  };
  const notRead: NotRead[] = [];
  for (const file of files) {
    const decision = await decide(file, path.relative(directory, file).split(path.sep), files);
    if (decision === 'part of another') continue;
    if ('kinds' in decision)
      for (const kind of decision.kinds) byKind[kind].push(path.resolve(file));
    else notRead.push({ isBusinessData: false, file, ...decision });
  }
  if (Object.values(byKind).every((list) => list.length === 0)) {
    throw new NotAPackage(
      `${directory} holds no graphs, reference data or business data. Give the folder that has the folders graphs, reference_data or business_data.`,
    );
  }
  return {
    ...byKind,
    graphs: byKind.graphs.sort((one, other) => rank(one, 'branches') - rank(other, 'branches')),
    concepts: byKind.concepts.sort(
      (one, other) => rank(other, 'collections') - rank(one, 'collections'),
    ),
    notRead,
  };
}

/** 0 for a file below a folder of that name, 1 for any other. */
function rank(file: string, folder: string): number {
  return file.split(path.sep).includes(folder) ? 0 : 1;
}

async function decide(
  file: string,
  steps: readonly string[],
  all: readonly string[],
): Promise<Decision> {
  const name = path.basename(file).toLowerCase();
  const isBelow = (...folders: readonly string[]): boolean =>
    steps.slice(0, -1).some((step) => folders.includes(step.toLowerCase()));
  if (isBelow('system_settings')) return systemSettings;
  if (name === 'ontology_config.json') return { kinds: ['ontologies'] };
  if (isOntologyPart(file, all)) return 'part of another';
  if (/\.relations(\.gz)?$/.test(name)) return { kinds: ['relations'] };
  if (name.endsWith('.mapping')) return { reason: csvReason };
  if (/\.csv(\.gz)?$/.test(name)) {
    return isBelow('business_data') || all.includes(mappingOf(file))
      ? { reason: csvReason, isBusinessData: true }
      : { reason: csvReason };
  }
  if (isBelow('reference_data') && /\.(xml|rdf|skos|ttl|turtle|nt|jsonld)(\.gz)?$/.test(name))
    return { kinds: ['concepts'] };
  if (/\.jsonl?(\.gz)?$/.test(name)) return decideJson(file, isBelow);
  return isBelow('business_data') && otherBusinessData.test(name)
    ? { reason: 'business data of this form is not read', isBusinessData: true }
    : notAPart;
}

const notAPart: Decision = { reason: 'not a part of a package that is read' };
const otherBusinessData = /\.(xlsx?|ods|jsonld|xml|shp|zip)(\.gz)?$/;

async function decideJson(
  file: string,
  isBelow: (...folders: readonly string[]) => boolean,
): Promise<Decision> {
  const content = await detectContent(file).catch((error: unknown) => {
    if (error instanceof FileFormatError) return 'unreadable' as const;
    throw error;
  });
  if (content === 'system settings') return systemSettings;
  if (isBelow('business_data')) return { kinds: ['resources'] };
  const isAmongGraphs =
    isBelow('graphs', 'resource_models', 'branches') && !/\.jsonl(\.gz)?$/i.test(file);
  const kinds: readonly Kind[] = [
    ...(content === 'records' ? ['resources' as const] : []),
    ...(isAmongGraphs && (await looksLikeGraph(file)) ? ['graphs' as const] : []),
  ];
  if (kinds.length > 0) return { kinds };
  if (isAmongGraphs) return { reason: 'it holds no graph' };
  return content === 'unreadable' ? { reason: 'it cannot be read' } : notAPart;
}

const systemSettings: Decision = { reason: 'system settings of another installation' };

const csvReason = 'CSV business data is not read yet';

/** The file that says which nodes the columns of a CSV file are. */
function mappingOf(file: string): string {
  return file.replace(/\.csv(\.gz)?$/i, '.mapping');
}

function isOntologyPart(file: string, all: readonly string[]): boolean {
  const configuration = path.join(path.dirname(file), 'ontology_config.json');
  return all.includes(configuration) && /\.(xml|rdfs?|owl)(\.gz)?$/i.test(file);
}

/**
 * Whether a JSON file has a graph in it: indexes of graphs lie among them in some packages. One that cannot be read is
 * taken for a graph, so that its import reports what is wrong with it.
 */
async function looksLikeGraph(file: string): Promise<boolean> {
  let seen = '';
  try {
    for await (const part of readFileText(file)) {
      seen = seen.slice(-20) + part;
      if (/"(?:graph|nodes|nodegroups)"\s*:\s*[[{]/.test(seen)) return true;
    }
  } catch (error) {
    if (error instanceof FileFormatError) return true;
    throw error;
  }
  return false;
}
