import { NotFound } from '../../errors.ts';
import { unknownProject } from '../../model/mobile-projects/mobile-project.ts';
import type { FieldProjects } from '../../queries/mobile-projects/field-projects.ts';
import type { StoredProject } from '../../queries/mobile-projects/project-row.ts';
import { fieldProjects } from '../../serializers/mobile-projects/field-project.ts';
import { mobileProject } from '../../serializers/mobile-projects/mobile-project.ts';
import { json, withHeaders, type Answer } from '../answers/answer.ts';
import { contentTag, validators } from '../conditional/conditional.ts';

/**
 * The answer with one project. Its entity tag begins with the version that `If-Match` names.
 * @param indent as the caller wants it
 * @throws NotFound where there is none
 */
export function projectAnswer(
  project: StoredProject | undefined,
  indent: number | undefined,
  status = 200,
): Answer {
  if (project === undefined) throw new NotFound(unknownProject);
  const body = JSON.stringify(mobileProject(project));
  const tag = `${project.version}-${contentTag('application/json', indent, body)}`;
  return withHeaders(json(body, status), validators(tag, null));
}

/** The answer with all projects of a caller. */
export function projectsAnswer(
  projects: readonly StoredProject[],
  indent: number | undefined,
): Answer {
  return taggedAnswer(projects.map(mobileProject), indent);
}

/**
 * The answer with the projects of a caller for a mobile client: by id, each with its resource models.
 * @param languages of their texts, most wanted first
 */
export function fieldProjectsAnswer(
  found: FieldProjects,
  indent: number | undefined,
  languages: readonly string[],
): Answer {
  const byId = fieldProjects(found, languages).map((project) => [project['id'], project]);
  return withHeaders(taggedAnswer(Object.fromEntries(byId), indent), { Vary: 'Accept-Language' });
}

/**
 * The answer with one project for a mobile client: a list of one.
 * @param languages of their texts, most wanted first
 * @throws NotFound where there is none
 */
export function fieldProjectAnswer(
  found: FieldProjects,
  indent: number | undefined,
  languages: readonly string[],
): Answer {
  if (found.projects.length === 0) throw new NotFound(unknownProject);
  return withHeaders(taggedAnswer(fieldProjects(found, languages), indent), {
    Vary: 'Accept-Language',
  });
}

function taggedAnswer(document: unknown, indent: number | undefined): Answer {
  const body = JSON.stringify(document);
  return withHeaders(json(body), validators(contentTag('application/json', indent, body), null));
}
