-- The query for the words of texts that a pattern of LIKE may match, so that the index narrows it: a part of a word is looked up among the
-- words of all texts. Each candidate is compared with the pattern afterwards, which may differ in case and marks. Null if the pattern narrows
-- nothing: it has no part of a word, or each of its parts is in more than 1,000 words.
create function word_query_like(pattern text) returns tsquery
language plpgsql stable
as $$
declare
  segment text;
  parts text[];
  part text;
  is_open_left boolean;
  is_open_right boolean;
  alternatives text[];
  conjunction tsquery;
  -- Escaped wildcards and backslashes become spaces, as they do when texts are folded.
  segments constant text[] = regexp_split_to_array(regexp_replace(pattern, '\\[%_\\]', ' ', 'g'), '[%_]');
begin
  for number in 1 .. cardinality(segments) loop
    segment = replace(segments[number], '\', '');
    parts = array_remove(string_to_array(replace(folded_text(left(segment, 1000)), '''', ' '), ' '), '');
    for position in 1 .. cardinality(parts) loop
      part = parts[position];
      -- A part that ends at a wildcard may continue there, unless a character between them separates words.
      is_open_left = position = 1 and number > 1 and begins_with_word(segment);
      is_open_right = position = cardinality(parts) and number < cardinality(segments) and begins_with_word(reverse(segment));
      if not is_open_left then
        alternatives = array[quote_literal(left(part, 100)) || case when is_open_right or length(part) > 100 then ':*' else '' end];
      else
        alternatives = array(
          select quote_literal(w.word)
          from entry_word w
          where w.word like '%' || part || case when is_open_right or length(part) > 90 then '%' else '' end
          order by w.word
          limit 1001
        );
        continue when cardinality(alternatives) > 1000;
        -- A word that no text has.
        if alternatives = '{}' then
          alternatives = array[quote_literal('-')];
        end if;
      end if;
      conjunction = case
        when conjunction is null then array_to_string(alternatives, ' | ')::tsquery
        else conjunction && array_to_string(alternatives, ' | ')::tsquery
      end;
    end loop;
  end loop;
  return conjunction;
end
$$;

-- Whether the first character of a text may belong to a word. Marks are folded away, so that they count as well.
create function begins_with_word(part text) returns boolean
language sql immutable
return folded_text('a' || left(part, 1) || 'a') not like '% %';
