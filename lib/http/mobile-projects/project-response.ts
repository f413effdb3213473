import { NotFound } from '../../errors.ts';
import { projectNotFoundMessage } from '../../model/mobile-projects/mobile-project.ts';
import type { FieldProjects } from '../../queries/mobile-projects/field-projects.ts';
import type { StoredProject } from '../../queries/mobile-projects/project-row.ts';
import { fieldProjectDocuments } from '../../serializers/mobile-projects/field-project-documents.ts';
import { mobileProjectDocument } from '../../serializers/mobile-projects/mobile-project-document.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';
import type { PreferredLanguages } from '../../model/pick-language.ts';

const languageVaryHeader = { Vary: 'Accept-Language' };

/** Makes the response with one project. Its entity tag begins with the version. @throws NotFound if `project` is undefined */
export function projectResponse(
  project: StoredProject | undefined,
  indent: number | undefined,
  status = 200,
): HttpResponse {
  if (project === undefined) throw new NotFound(projectNotFoundMessage);
  return taggedResponse(mobileProjectDocument(project), indent, {
    status,
    version: project.version,
  });
}

/** Makes the response with all projects that the caller may see. */
export function projectListResponse(
  projects: readonly StoredProject[],
  indent: number | undefined,
): HttpResponse {
  return taggedResponse(projects.map(mobileProjectDocument), indent);
}

/**
 * Makes the response for mobile clients: projects by id, with their resource models.
 * @param defaultLanguage the language of texts that state none
 */
export function fieldProjectListResponse(
  result: FieldProjects,
  indent: number | undefined,
  languages: PreferredLanguages,
  defaultLanguage: string,
): HttpResponse {
  const documents = fieldProjectDocuments(result, languages, defaultLanguage);
  const documentsById = Object.fromEntries(documents.map((project) => [project['id'], project]));
  return withHeaders(taggedResponse(documentsById, indent), languageVaryHeader);
}

/**
 * Makes the response for mobile clients with one project, in a list.
 * @param defaultLanguage the language of texts that state none
 * @throws NotFound if the result has no project
 */
export function fieldProjectResponse(
  result: FieldProjects,
  indent: number | undefined,
  languages: PreferredLanguages,
  defaultLanguage: string,
): HttpResponse {
  const [project] = result.projects;
  if (project === undefined) throw new NotFound(projectNotFoundMessage);
  const { version } = project;
  const documents = fieldProjectDocuments(result, languages, defaultLanguage);
  return withHeaders(taggedResponse(documents, indent, { version }), languageVaryHeader);
}

/** Makes a JSON response with an entity tag. @param version the beginning of the entity tag */
function taggedResponse(
  document: unknown,
  indent: number | undefined,
  { status, version }: { readonly status?: number; readonly version?: string } = {},
): HttpResponse {
  const body = JSON.stringify(document);
  const hash = contentTag('application/json', indent, body);
  const tag = version === undefined ? hash : `${version}-${hash}`;
  return withHeaders(jsonResponse(body, status), validatorHeaders(tag, null));
}
