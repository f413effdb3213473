-- Cuts a text into slices of at most 30,000 bytes, the last one ended by a line break, for reading texts of any size through answers of
-- 1 MiB and rows of 50 KB. It is cut as bytes, between characters: substr() of a text counts characters from its start, which takes longer
-- than all else in a read of 200 KB. In PL/pgSQL so that the planner takes the two rows below for granted.
create function text_slice(whole text)
returns table (slice_number integer, slice text)
language plpgsql immutable strict rows 2
as $$
declare
  bytes bytea = convert_to(whole, 'UTF8');
  total integer = length(bytes);
  slice_start integer = 0;
  slice_end integer;
begin
  slice_number = 0;
  loop
    slice_end = least(slice_start + 29999, total);
    -- The bytes of a character behind its first.
    while slice_end < total and get_byte(bytes, slice_end) & 192 = 128 loop
      slice_end = slice_end - 1;
    end loop;
    slice = convert_from(substr(bytes, slice_start + 1, slice_end - slice_start), 'UTF8')
      || case when slice_end = total then E'\n' else '' end;
    return next;
    exit when slice_end = total;
    slice_start = slice_end;
    slice_number = slice_number + 1;
  end loop;
end
$$;
