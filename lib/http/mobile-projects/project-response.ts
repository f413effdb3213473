import { NotFound } from '../../errors.ts';
import { projectNotFoundMessage } from '../../model/mobile-projects/mobile-project.ts';
import type { FieldProjects } from '../../queries/mobile-projects/field-projects.ts';
import type { StoredProject } from '../../queries/mobile-projects/project-row.ts';
import { fieldProjectDocuments } from '../../serializers/mobile-projects/field-project-documents.ts';
import { mobileProjectDocument } from '../../serializers/mobile-projects/mobile-project-document.ts';
import { jsonResponse, withHeaders, type HttpResponse } from '../responses/response.ts';
import { contentTag, validatorHeaders } from '../conditional/validators.ts';

/**
 * The answer with one project. Its entity tag begins with the version that `If-Match` names.
 * @param indent as the caller wants it
 * @throws NotFound where there is none
 */
export function projectResponse(
  project: StoredProject | undefined,
  indent: number | undefined,
  status = 200,
): HttpResponse {
  if (project === undefined) throw new NotFound(projectNotFoundMessage);
  return taggedAnswer(mobileProjectDocument(project), indent, { status, version: project.version });
}

/** The answer with all projects of a caller. */
export function projectListResponse(
  projects: readonly StoredProject[],
  indent: number | undefined,
): HttpResponse {
  return taggedAnswer(projects.map(mobileProjectDocument), indent);
}

/**
 * The answer with the projects of a caller for a mobile client: by id, each with its resource models.
 * @param languages of their texts, most wanted first
 */
export function fieldProjectListResponse(
  found: FieldProjects,
  indent: number | undefined,
  languages: readonly string[],
): HttpResponse {
  const byId = fieldProjectDocuments(found, languages).map((project) => [project['id'], project]);
  return withHeaders(taggedAnswer(Object.fromEntries(byId), indent), { Vary: 'Accept-Language' });
}

/**
 * The answer with one project for a mobile client: a list of one, with an entity tag as `projectAnswer` has.
 * @param languages of their texts, most wanted first
 * @throws NotFound where there is none
 */
export function fieldProjectResponse(
  found: FieldProjects,
  indent: number | undefined,
  languages: readonly string[],
): HttpResponse {
  const [project] = found.projects;
  if (project === undefined) throw new NotFound(projectNotFoundMessage);
  const { version } = project;
  return withHeaders(taggedAnswer(fieldProjectDocuments(found, languages), indent, { version }), {
    Vary: 'Accept-Language',
  });
}

/** @param version with which the entity tag begins */
function taggedAnswer(
  document: unknown,
  indent: number | undefined,
  { status, version }: { readonly status?: number; readonly version?: string } = {},
): HttpResponse {
  const body = JSON.stringify(document);
  const hash = contentTag('application/json', indent, body);
  const tag = version === undefined ? hash : `${version}-${hash}`;
  return withHeaders(jsonResponse(body, status), validatorHeaders(tag, null));
}
