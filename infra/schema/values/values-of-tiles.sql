-- The ids in a value: texts that are UUIDs, also in lists, and those in references to resource instances. A boolean is an id that ends with
-- 0 or 1.
-- @rule Searching by values: Which ids does a value have?
create function id_of_value(tile_value jsonb) returns table (entry_value uuid)
language sql immutable rows 1
begin atomic
  select distinct p.part::uuid
  from (
    select case jsonb_typeof(i.item)
      when 'string' then i.item #>> '{}'
      when 'object' then i.item ->> 'resourceId'
      when 'boolean' then '00000000-0000-0000-0000-00000000000' || (i.item::boolean)::integer
    end
    from jsonb_array_elements(case jsonb_typeof(tile_value) when 'array' then tile_value else jsonb_build_array(tile_value) end) as i (item)
  ) as p (part)
  where p.part ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
end;

-- The texts in a value, joined by line breaks: a text that is no UUID, texts by language, the text and address of a link, names and titles
-- of files, labels of list items.
-- @rule Searching by values: Which texts of a value are searched?
create function text_of_value(tile_value jsonb) returns text
language plpgsql immutable
as $$
declare
  plain_text text;
begin
  case jsonb_typeof(tile_value)
    when 'string' then
      plain_text = tile_value #>> '{}';
      if octet_length(plain_text) = 36
        and plain_text ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
        return null;
      end if;
      return plain_text;
    when 'object' then
      return concat_ws(
        E'\n',
        (
          select string_agg(e.value ->> 'value', E'\n')
          from jsonb_each(tile_value) e
          where jsonb_typeof(e.value) = 'object'
        ),
        tile_value ->> 'url_label',
        tile_value ->> 'url'
      );
    when 'array' then
      -- Most lists have ids only.
      if not tile_value @? 'lax $[*] ? (@.type() == "object")' then
        return null;
      end if;
      return (
        select string_agg(p.part #>> '{}', E'\n')
        from jsonb_path_query(
          jsonb_path_query_array(tile_value, 'lax $[*].name')
            || jsonb_path_query_array(tile_value, 'lax $[*].title.*.value')
            || jsonb_path_query_array(tile_value, 'lax $[*].labels[*].value'),
          '$[*] ? (@.type() == "string")'
        ) as p (part)
      );
    else
      return null;
  end case;
end
$$;

-- The words by which a folded text is found, each cut to 100 characters: those of both forms of a word with an apostrophe. Folded words have
-- no character that means something in a list of words. The function calls none of the schema, because an index is built without one.
-- @rule Searching by values: Which words of a text are found?
create function searched_words(folded text) returns tsvector
language plpgsql immutable
as $$
declare
  words text = case
    when strpos(folded, '''') = 0 then folded
    else replace(folded, '''', ' ') || ' ' || replace(replace(folded, ''' ', ''), '''', '')
  end;
begin
  if words ~ '[^ ]{101}' then
    words = regexp_replace(words, '([^ ]{100})[^ ]+', '\1', 'g');
  end if;
  return words::tsvector;
end
$$;

-- A text as it is stored for its words: of a long text each word once, and of a very long one those within its first 100,000 characters.
create function folded_for_words(whole text) returns text
language plpgsql immutable
as $$
declare
  folded constant text = folded_text(left(whole, 100000));
begin
  return case
    when length(folded) > 1000 then array_to_string(tsvector_to_array(searched_words(folded)), ' ')
    else folded
  end;
end
$$;

-- The words by which a text is found.
create function words_of_text(whole text) returns tsvector
language sql immutable
return searched_words(folded_text(left(whole, 100000)));

-- The query for texts of which some word begins with each of these words.
create function word_query(words text) returns tsquery
language sql immutable
begin atomic
  select string_agg(
    '(' || (
      select string_agg(quote_literal(left(w.word, 100)) || ':*', ' & ')
      from unnest(string_to_array(f.form, ' ')) as w (word)
      where w.word <> ''
    ) || ')',
    ' | '
  )::tsquery
  from unnest(forms_of_parts(btrim(folded_text(words), ' '''))) as f (form);
end;

-- A text as comparisons of filters see it: as it is, or without differences of letter case, or of accents (OGC 21-065r2, 7.2 and 7.3).
-- @rule Searching by values: How does a filter fold letter case and accents?
create function comparable_text(whole text, folds_case boolean, folds_accents boolean) returns text
language plpgsql immutable
as $$
begin
  if folds_accents then
    whole = normalize(regexp_replace(normalize(whole, NFD), '[\u0300-\u036f]', '', 'g'), NFC);
  end if;
  -- The full folding of the letter that Unicode folds to two.
  return case when folds_case then replace(lower(whole collate "und-x-icu"), 'ß', 'ss') else whole end;
end
$$;
