import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { json, sql, text, uuid } from '../../../../lib/data-api/sql.ts';
import { refreshNames } from '../../../../lib/writing/dependent-names/refresh-names.ts';
import { pickOne, integerBetween, onceIn, pickSome, type Draw } from '../../random/draw.ts';
import { withJsonFile } from '../../temporary-file.ts';
import {
  siteGraphDocument,
  siteGraphs,
  siteNodegroups,
  siteNodes,
} from '../../world/sites/site-model.ts';
import { selectRandomKey, createStatementEdit, drawId, type DrawEdit } from './edit.ts';

const drawLabel = (draw: Draw): string => `label ${integerBetween(draw, 1, 99)}`;
const selectAnyValue = (draw: Draw) => selectRandomKey(draw, 'concept_value', 'value_id');
const drawLanguage = (draw: Draw) => text(pickOne(draw, ['en', 'en-GB', 'fr', 'de', null]));

const renameConcept: DrawEdit = (draw) =>
  createStatementEdit(
    'a concept is renamed',
    sql`update concept_value set value = ${text(drawLabel(draw))} where value_id = ${selectAnyValue(draw)}`,
  );

const renameFrenchLabels: DrawEdit = (draw) =>
  createStatementEdit(
    'all French labels change',
    sql`update concept_value set value = value || ${text(drawLabel(draw))} where language_id = 'fr'`,
  );

const changeLabelLanguage: DrawEdit = (draw) =>
  createStatementEdit(
    'a label gets another language',
    sql`update concept_value set language_id = ${drawLanguage(draw)} where value_id = ${selectAnyValue(draw)}`,
  );

const changeLabelType: DrawEdit = (draw) =>
  createStatementEdit(
    'a label becomes preferred or alternative',
    sql`update concept_value
set value_type = ${text(pickOne(draw, ['prefLabel', 'altLabel']))}
where value_id = ${selectAnyValue(draw)}`,
  );

const addLabel: DrawEdit = (draw) =>
  createStatementEdit(
    'a concept gets one more label',
    sql`insert into concept_value (value_id, concept_id, value_type, language_id, value)
select ${uuid(drawId(draw))}, c.concept_id, 'prefLabel', ${drawLanguage(draw)}, ${text(drawLabel(draw))}
from concept c
where c.concept_id = ${selectRandomKey(draw, 'concept', 'concept_id')}`,
  );

const removeLabel: DrawEdit = (draw) =>
  createStatementEdit(
    'a label is deleted',
    sql`delete from concept_value where value_id = ${selectAnyValue(draw)}`,
  );

const moveLabel: DrawEdit = (draw) =>
  createStatementEdit(
    'a label moves to another concept',
    sql`update concept_value
set concept_id = ${selectRandomKey(draw, 'concept', 'concept_id')}
where value_id = ${selectAnyValue(draw)}`,
  );

/** Stores a name that can depend on nodegroups and on the names of other resource instances, and can have a text without these names. */
const storeName: DrawEdit = (draw, { targets }) => {
  const drawName = (language: string) => [
    language,
    {
      name: {
        value: `${language} ${integerBetween(draw, 1, 99)}`,
        nodegroups: pickSome(draw, [siteNodegroups.names, siteNodegroups.secrets]),
        resources: onceIn(draw, 3) ? [pickOne(draw, targets.keepers)] : [],
        ...(onceIn(draw, 3)
          ? {
              own: {
                value: `own ${integerBetween(draw, 1, 99)}`,
                nodegroups: [siteNodegroups.names],
              },
            }
          : {}),
      },
    },
  ];
  const names = Object.fromEntries(pickSome(draw, ['en', 'fr', 'ar']).map(drawName));
  return createStatementEdit(
    'a resource instance gets another name',
    sql`update resource
set descriptors = ${json(names)}
where resource_id = ${selectRandomKey(draw, 'resource', 'resource_id')}`,
  );
};

const refreshAllNames: DrawEdit = () => ({
  title: 'names are refreshed',
  change: ({ service }) => refreshNames(service.stack.dataApi, { language: 'en-US' }),
});

const importModel: DrawEdit = () => ({
  title: 'the models are imported again',
  change: ({ service }) =>
    withJsonFile(siteGraphDocument, (file) => importGraphs([file], service.importContext)).then(
      () => undefined,
    ),
});

/** Changes the text of the first option of the nodes `state` and `states`. */
const changeOption: DrawEdit = (draw) =>
  createStatementEdit(
    'an option of the model gets another text',
    sql`update node
set config = jsonb_set(config, '{options,0,text}', ${json({ en: drawLabel(draw) })})
where graph_id = ${uuid(siteGraphs.site)}
  and node_id in (${uuid(siteNodes.state)}, ${uuid(siteNodes.states)})`,
  );

/** Edits of labels, names and the model, with their weights. */
export const textEdits: readonly (readonly [times: number, draw: DrawEdit])[] = [
  [3, renameConcept],
  [1, renameFrenchLabels],
  [1, changeLabelLanguage],
  [1, changeLabelType],
  [1, addLabel],
  [1, removeLabel],
  [1, moveLabel],
  [3, storeName],
  [1, refreshAllNames],
  [1, changeOption],
  [1, importModel],
];
