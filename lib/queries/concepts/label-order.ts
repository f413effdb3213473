import { intArray, rawSql, sql, textArray, type Statement } from '../../data-api/sql.ts';
import type { LabelLanguages } from '../../model/concepts/label-languages.ts';
import { labelTypes, labelTypeWeights } from '../../model/concepts/label-order.ts';
import { languageSteps } from '../../model/pick-language.ts';

/** The rank of the language of a value `v`, as an expression: from 1 (best). */
export function languageRankExpression({
  languages,
}: Pick<LabelLanguages, 'languages'>): Statement {
  return sql`language_rank(v.language_id, ${textArray(languageSteps(languages))})`;
}

/** The rank of the type of a label `v`, as an expression: from 0 (best). */
export const labelTypeRank = rawSql(`case v.value_type
${labelTypes.map((type, rank) => `      when '${type}' then ${rank}\n`).join('')}      else ${labelTypes.length}
    end`);

const typeWeights = rawSql(labelTypeWeights.join(', '));

/**
 * Orders the labels `v` of a concept, the best first, as `compareLabels` does.
 * @rule Thesaurus: How does `lang` choose a label?
 */
export function labelOrderClause(languages: LabelLanguages): Statement {
  return sql`(array[${typeWeights}])[${labelTypeRank} + 1] * (${intArray(languages.languageWeights)})[${languageRankExpression(languages)}] desc,
          ${labelTypeRank},
          ${languageRankExpression(languages)},
          normalised_language(coalesce(v.language_id, '')) collate "C",
          coalesce(v.language_id, '') collate "C",
          v.value_id`;
}

/**
 * The sort key of a concept in a list, as an SQL expression of type text: its value of type `sortorder`, otherwise its
 * best label. The text is folded, numbers in it sort by value, and the id of the concept follows.
 * @param conceptId an SQL expression
 */
export function sortKeyExpression(conceptId: Statement, languages: LabelLanguages): Statement {
  return sql`coalesce(
      (
        select natural_order(folded_label(v.value))
        from concept_value v
        where v.concept_id = ${conceptId}
          and v.value_type = 'sortorder'
        order by coalesce(v.language_id, '') collate "C", v.value_id
        limit 1
      ),
      (
        select natural_order(v.folded)
        from concept_value v
        where v.concept_id = ${conceptId}
          and v.folded is not null
        order by
          ${labelOrderClause(languages)}
        limit 1
      ),
      ''
    ) || ' ' || ${conceptId}`;
}
