import type { StatementReader } from '../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { listMobileProjects, type ListedProject } from '../../queries/mobile-projects.ts';
import { CommandError } from '../command-error.ts';
import { listChoices } from '../text.ts';

/** Reads the project of an id or a name. @throws CommandError, which lists the existing projects */
export async function findMobileProject(
  data: StatementReader,
  named: string,
): Promise<ListedProject> {
  const [project, another] = await runQuery(data.read, listMobileProjects(named));
  if (project !== undefined && another === undefined) return project;
  const all = await runQuery(data.read, listMobileProjects(null));
  throw new CommandError(
    'unknown_mobile_project',
    another === undefined
      ? `There is no mobile project ${named}. ${listChoices(all.map(({ name }) => name))}`
      : `Several mobile projects are called ${named}: name one by its id. hds mobile-project list shows them.`,
  );
}
