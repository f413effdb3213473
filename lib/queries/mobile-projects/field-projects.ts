import { documentOf, many } from '../../data-api/named-rows.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { graphRows, storedGraphs, wantedGraphs, type StoredGraph } from '../graphs/graphs.ts';
import { readableModels, unreadableIds } from '../graphs/readable-models.ts';
import { invitedProjects, isKnown } from './known-projects.ts';
import { asking, projectJson, readProject, type StoredProject } from './project-row.ts';
import type { KeptTexts } from '../kept-texts.ts';

/** Projects with all that a client in the field needs to show their forms. */
export type FieldProjects = {
  readonly projects: readonly StoredProject[];
  /** The resource models of which a project has a card that the caller may read, each once. */
  readonly graphs: readonly StoredGraph[];
};

/** The projects to which a caller is invited, by name, with their resource models. */
export function listFieldProjects(caller: Caller): DocumentQuery<FieldProjects> {
  return fieldProjects(caller, sql`p.mobile_project_id in (${invitedProjects(caller)})`);
}

/** One project with its resource models; none where there is none that the caller is invited to or manages. */
export function findFieldProject(caller: Caller, id: string): DocumentQuery<FieldProjects> {
  return fieldProjects(caller, sql`p.mobile_project_id = ${uuid(id)} and ${isKnown(caller)}`);
}

/** @param isWanted a condition on the project `p` */
function fieldProjects(caller: Caller, isWanted: Statement): DocumentQuery<FieldProjects> {
  return documentOf(
    {
      isKept: true,
      tables: sql`with ${asking(caller)},
  ${readableModels(caller)},
  ${unreadableIds(caller)},
  project as materialized (
    select p.*
    from mobile_project p
    where ${isWanted}
  ),
  ${wantedGraphs(sql`g.graph_id in (
      select c.graph_id
      from project p
      join mobile_project_card l on l.mobile_project_id = p.mobile_project_id
      join card c on c.card_id = l.card_id
      join readable r on r.nodegroup_id = c.nodegroup_id
    )`)}`,
      rows: {
        project: many(
          readProject,
          sql`select
      row_number() over (order by p.name collate "C", p.mobile_project_id),
      ${projectJson}::text
    from project p`,
        ),
        ...graphRows,
      },
    },
    (value) => ({ projects: value('project'), graphs: storedGraphs(value) }),
  );
}

/** The texts that these can have. @public */
export const keptTexts: KeptTexts = {
  token: 'optional',
  texts: (caller, sample) => [listFieldProjects(caller), findFieldProject(caller, sample.uuid)],
};
