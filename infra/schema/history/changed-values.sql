-- The values of a tile that differ from those of another state of the tile, short enough for a page: a text that is too long is cut, and
-- any other long value is replaced by its length, {"omitted": 12345}. All values if there is no other state. A text, which some edits of
-- other platforms have in place of values, is the value of the key ''.
create function changed_values(tile_data jsonb, other_data jsonb, most integer) returns jsonb
language plpgsql immutable
as $$
begin
  if jsonb_typeof(tile_data) = 'string' then
    return changed_values(
      jsonb_build_object('', tile_data),
      case when jsonb_typeof(other_data) = 'string' then jsonb_build_object('', other_data) end,
      most
    );
  end if;
  if jsonb_typeof(tile_data) is distinct from 'object' then
    return null;
  end if;
  return (
    select coalesce(
      jsonb_object_agg(
        v.key,
        case
          when length(v.value::text) <= most then v.value
          when jsonb_typeof(v.value) = 'string' then to_jsonb(left(v.value #>> '{}', most))
          else coalesce(cut_texts(v.value, most), jsonb_build_object('omitted', length(v.value::text)))
        end
      ),
      '{}'
    )
    from jsonb_each(tile_data) v
    where nullif(v.value, 'null') is distinct from nullif(other_data -> v.key, 'null')
  );
end
$$;

-- Cuts each text of a text by language, {"en": {"value": "…"}}; null for any other value.
create function cut_texts(texts jsonb, most integer) returns jsonb
language plpgsql immutable
as $$
begin
  if jsonb_typeof(texts) <> 'object' then
    return null;
  end if;
  return (
    select jsonb_object_agg(t.key, jsonb_build_object('value', left(t.value ->> 'value', most)))
    from jsonb_each(texts) t
    having bool_and(jsonb_typeof(t.value -> 'value') is not distinct from 'string')
  );
end
$$;
