import type { StatementReader } from '../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { listMobileProjects, type ListedProject } from '../../queries/mobile-projects.ts';

/** There is no mobile project of that id or name, or several have the name. */
export class UnknownMobileProject extends Error {
  readonly code = 'unknown_mobile_project';
}

/** The project of an id or a name. @throws UnknownMobileProject, which lists those that there are */
export async function findMobileProject(
  data: StatementReader,
  named: string,
): Promise<ListedProject> {
  const [project, another] = await runQuery(data.read, listMobileProjects(named));
  if (project !== undefined && another === undefined) return project;
  if (another !== undefined) {
    throw new UnknownMobileProject(
      `Several mobile projects are called ${named}: name one by its id. hds mobile-project list shows them.`,
    );
  }
  const names = (await runQuery(data.read, listMobileProjects(null))).map(({ name }) => name);
  const there = names.length === 0 ? 'There is none yet.' : `There are: ${names.join(', ')}.`;
  throw new UnknownMobileProject(`There is no mobile project ${named}. ${there}`);
}
