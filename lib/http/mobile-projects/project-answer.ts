import { NotFound } from '../../errors.ts';
import { unknownProject } from '../../model/mobile-projects/mobile-project.ts';
import type { StoredProject } from '../../queries/mobile-projects/project-row.ts';
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
  const body = JSON.stringify(projects.map(mobileProject));
  const tag = contentTag('application/json', indent, body);
  return withHeaders(json(body), validators(tag, null));
}
