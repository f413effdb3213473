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

-- The texts in a value: a text, texts by language, the text and address of a link, names and titles of files, labels of list items.
-- @rule Searching by values: Which texts of a value are searched?
create function texts_of_value(tile_value jsonb) returns text[]
language sql immutable
return case jsonb_typeof(tile_value)
  when 'string' then array[tile_value #>> '{}']
  when 'object' then array(
    select p.part #>> '{}'
    from jsonb_path_query(
      jsonb_path_query_array(tile_value, 'lax $.*.value') || jsonb_build_array(tile_value -> 'url_label', tile_value -> 'url'),
      '$[*] ? (@.type() == "string")'
    ) as p (part)
  )
  when 'array' then array(
    select p.part #>> '{}'
    from jsonb_path_query(
      jsonb_path_query_array(tile_value, 'lax $[*].name')
        || jsonb_path_query_array(tile_value, 'lax $[*].title.*.value')
        || jsonb_path_query_array(tile_value, 'lax $[*].labels[*].value'),
      '$[*] ? (@.type() == "string")'
    ) as p (part)
  )
end;

-- The words of a text as they are searched, each cut to 100 characters: those of both forms of a word with an apostrophe. Of a long text, the
-- words within its first 100,000 characters.
-- @rule Searching by values: Which words of a text are found?
create function words_of_text(whole text) returns text[]
language sql immutable
return array(
  select distinct left(w.word, 100)
  from unnest(forms_of_parts(folded_text(left(whole, 100000)))) as f (form)
  cross join lateral unnest(string_to_array(f.form, ' ')) as w (word)
  where w.word <> ''
);

create function word_of_value(tile_value jsonb) returns table (word text)
language sql immutable rows 8
begin atomic
  select distinct w.word
  from unnest(texts_of_value(tile_value)) as t (whole)
  cross join lateral unnest(words_of_text(t.whole)) as w (word)
  -- A UUID is no text.
  where t.whole !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
end;

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
  from unnest(forms_of_parts(folded_text(words))) as f (form);
end;
