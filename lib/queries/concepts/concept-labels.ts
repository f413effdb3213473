import { sql } from '../../data-api/sql.ts';

/** The preferred labels of the concept of a value, by language. It stands in a select from `concept_value v`. */
export const preferredLabels = sql`(
          select coalesce(jsonb_object_agg(coalesce(l.language_id, ''), l.value order by l.value_id desc), '{}')
          from concept_value l
          where l.concept_id = v.concept_id
            and l.value_type = 'prefLabel'
        )`;

/**
 * What the display of a concept value needs, as JSON text: {value_id, text, labels: {language: text}}, the labels being
 * the preferred ones of its concept. It stands in a select from `concept_value v`.
 */
export const conceptLabels = sql`jsonb_build_object(
        'value_id', v.value_id,
        'text', v.value,
        'labels', ${preferredLabels}
      )::text`;
