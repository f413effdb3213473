-- The position of the first byte of the character that contains a byte; the end of the text if the byte is after its end.
create function character_start(bytes bytea, place integer) returns integer
language plpgsql immutable strict
as $$
declare
  start integer = least(place, length(bytes));
begin
  while start < length(bytes) and get_byte(bytes, start) & 192 = 128 loop
    start = start - 1;
  end loop;
  return start;
end
$$;

-- Slices of a text, numbered from 0, each at most 30,002 bytes; the last one ends with a line break. With them, texts of any size can be
-- read through responses of 1 MiB and rows of 50 KB. The function cuts bytes at character boundaries, because substr() of a text counts
-- characters from the start, which is too slow. It is in PL/pgSQL, so that the planner uses the row estimate of 2.
create function text_slice(whole text, first_number integer, most integer)
returns table (slice_number integer, slice text)
language plpgsql immutable strict rows 2
as $$
declare
  bytes bytea = convert_to(whole, 'UTF8');
  total integer = length(bytes);
  last_number integer = least(first_number + most, greatest((total + 29998) / 29999, 1)) - 1;
  slice_start integer;
  slice_end integer = character_start(bytes, first_number * 29999);
begin
  for number in first_number .. last_number loop
    slice_start = slice_end;
    slice_end = character_start(bytes, (number + 1) * 29999);
    slice_number = number;
    slice = convert_from(substr(bytes, slice_start + 1, slice_end - slice_start), 'UTF8')
      || case when slice_end = total then E'\n' else '' end;
    return next;
  end loop;
end
$$;
