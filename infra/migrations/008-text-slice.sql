-- Cuts a text into slices of at most 8,000 characters (32 KB), the last one ended by a line break, for reading texts of
-- any size through answers of 1 MiB and rows of 50 KB. It is cut in two steps, because substr() counts characters from
-- the start of its text: cutting megabytes in one step would take the square of their length.
-- Written in PL/pgSQL so that the planner takes the two rows below for granted; a generate_series() in its place is
-- taken for a thousand rows a part, and the statement for expensive enough to be compiled first.
create function text_slice(whole text)
returns table (slice_number integer, slice text)
language plpgsql immutable rows 2
as $$
declare
  block text;
  rest integer = length(whole);
  block_start integer = 1;
begin
  slice_number = 0;
  while rest > 262144 loop
    block = substr(whole, block_start, 262144);
    for piece in 0 .. 32 loop
      slice = substr(block, piece * 8000 + 1, 8000);
      return next;
      slice_number = slice_number + 1;
    end loop;
    block_start = block_start + 262144;
    rest = rest - 262144;
  end loop;
  block = substr(whole, block_start);
  for piece in 0 .. (greatest(rest, 1) - 1) / 8000 loop
    slice = substr(block, piece * 8000 + 1, 8000)
      || case when piece = (greatest(rest, 1) - 1) / 8000 then E'\n' else '' end;
    return next;
    slice_number = slice_number + 1;
  end loop;
end
$$;
