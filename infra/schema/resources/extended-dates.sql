-- The days that a date means, as ranges: what `listDateRanges` (lib/model/datatypes/values/extended-date-ranges.ts) returns for the same
-- text, in the database for its triggers. A day is the number year × 10000 + month × 100 + day, where the year 0 is 1 BCE.

-- The number of a day; the limits of 64 bits for years beyond them.
create function day_number(year bigint, month integer, day integer) returns bigint
language sql immutable parallel safe
return case
  when year > 922337203685477 then 9223372036854775807
  when year < -922337203685477 then -9223372036854775808
  else year * 10000 + month * 100 + day
end;

create function days_in_month(year bigint, month integer) returns integer
language sql immutable parallel safe
return case
  when month in (4, 6, 9, 11) then 30
  when month <> 2 then 31
  when year % 4 = 0 and (year % 100 <> 0 or year % 400 = 0) then 29
  else 28
end;

-- A year of any number of digits. Years beyond the limits of 64 bits become nearer ones that are beyond them, too.
create function year_of_digits(digits text) returns bigint
language sql immutable parallel safe
return case
  when length(digits) < 16 then digits::bigint
  else greatest(least(digits::numeric, 1e15), -1e15)::bigint
end;

-- The first or last year with a February 29 that a pattern of four digits can be; null if there is none. A year that is divisible by 4 but
-- not by 100 is one in the first or last century, too; one that is divisible by 100 is so by 400.
create function leap_year_of_pattern(year_pattern text, is_before_zero boolean, is_last boolean) returns integer
language sql immutable parallel safe
begin atomic
  with leap_year as (
    select y.year
    from generate_series(0, 96, 4) n (number)
    cross join lateral (select lpad(n.number::text, 2, '0')) as d (digits)
    cross join lateral (
      select translate(left(year_pattern, 2), '_', case when is_before_zero = is_last then '0' else '9' end)::integer * 100 + n.number
      where n.number > 0
        and d.digits like right(year_pattern, 2)
      union all
      select n.number * 100
      where d.digits like left(year_pattern, 2)
        and '00' like right(year_pattern, 2)
        and not (is_before_zero and n.number = 0)
    ) as y (year)
  )
  select case
    when is_before_zero and is_last then -min(l.year)
    when is_before_zero then -max(l.year)
    when is_last then max(l.year)
    else min(l.year)
  end
  from leap_year l;
end;

-- The first or last day that a date with unspecified digits (X) can be.
create function bound_of_unspecified_date(date_text text, is_last boolean) returns bigint
language plpgsql immutable parallel safe
as $$
declare
  is_before_zero constant boolean = starts_with(date_text, '-');
  pattern constant text = rpad(translate(ltrim(date_text, '-'), 'X', '_'), 10, '-__');
  year_pattern constant text = left(pattern, 4);
  month_pattern constant text = substr(pattern, 6, 2);
  day_pattern constant text = right(pattern, 2);
  year integer = translate(year_pattern, '_', case when is_before_zero = is_last then '0' else '9' end)::integer;
  month integer;
  month_end integer;
  day integer;
  last_tried integer;
begin
  if is_before_zero then
    year = -year;
    if strpos(year_pattern, '_') > 0 then
      -- There is no year -0000 among them.
      year = least(year, -1);
    end if;
  end if;
  if right(pattern, 5) = '02-29' and days_in_month(year, 2) < 29 then
    year = coalesce(leap_year_of_pattern(year_pattern, is_before_zero, is_last), year);
  end if;
  for step in 1..12 loop
    month = case when is_last then 13 - step else step end;
    if lpad(month::text, 2, '0') like month_pattern then
      last_tried = month;
      month_end = days_in_month(year, month);
      for step_in_month in 1..month_end loop
        day = case when is_last then month_end + 1 - step_in_month else step_in_month end;
        if lpad(day::text, 2, '0') like day_pattern then
          return day_number(year, month, day);
        end if;
      end loop;
    end if;
  end loop;
  -- February 29 in years that have none.
  return day_number(year, last_tried, days_in_month(year, last_tried));
end
$$;

-- The first and the last day of a season, such as 2001-25. One that begins in December ends in the next year.
-- @rule Writing: Which months is a season of EDTF?
create function bounds_of_season(year integer, season integer) returns bigint[]
language plpgsql immutable parallel safe
as $$
declare
  -- Seasons anywhere (the whole year), of the northern and of the southern hemisphere; quarters, quadrimesters, halves.
  first_month constant integer = ('{1,1,1,1,3,6,9,12,9,12,3,6,1,4,7,10,1,5,9,1,7}'::integer[])[season - 20];
  last_month constant integer = first_month - 1 + case
    when season < 25 then 12
    when season < 37 then 3
    when season < 40 then 4
    else 6
  end;
  last_year constant integer = case when last_month > 12 then year + 1 else year end;
  month_in_year constant integer = (last_month - 1) % 12 + 1;
begin
  return array[
    day_number(year, first_month, 1),
    day_number(last_year, month_in_year, days_in_month(last_year, month_in_year)),
    0
  ];
end
$$;

-- The first and the last day of a year after Y, with an exponent or with significant digits. Leading zeros are not significant.
create function bounds_of_year(date_text text) returns bigint[]
language plpgsql immutable parallel safe
as $$
declare
  is_before_zero constant boolean = strpos(date_text, '-') > 0;
  digits constant text = ltrim(substring(date_text from '[0-9]+'), '0');
  exponent constant text = ltrim(coalesce(substring(date_text from 'E([0-9]+)'), ''), '0');
  significant constant integer = substring(date_text from 'S([0-9])$')::integer;
  year bigint;
  unit bigint;
begin
  year = case
    when digits = '' then 0
    when length(exponent) > 2 then 1e15
    else least((digits || repeat('0', concat('0', exponent)::integer))::numeric, 1e15)
  end;
  unit = power(10::numeric, greatest(0, length(year::text) - coalesce(significant, 100)));
  year = year - year % unit;
  if is_before_zero then
    return array[day_number(1 - year - unit, 1, 1), day_number(-year, 12, 31), 0];
  end if;
  return array[day_number(year, 1, 1), day_number(year + unit - 1, 12, 31), 0];
end
$$;

-- The first and the last day of a day, month or year. February 29 of a year that has none is the day before it in EDTF.
-- uses: what `bounds_of_date` returns as the third element; 0 if the text is no EDTF
create function bounds_of_calendar_date(date_text text, uses integer) returns bigint[]
language plpgsql immutable parallel safe
as $$
declare
  unsigned constant text = ltrim(date_text, '-');
  digits constant text = split_part(unsigned, '-', 1);
  year constant bigint = case when date_text = unsigned then year_of_digits(digits) else -year_of_digits(digits) end;
  month integer;
  day integer;
begin
  if digits = unsigned then
    return array[day_number(year, 1, 1), day_number(year, 12, 31), uses];
  end if;
  month = substr(unsigned, length(digits) + 2, 2)::integer;
  if length(unsigned) = length(digits) + 3 then
    return array[day_number(year, month, 1), day_number(year, month, days_in_month(year, month)), uses];
  end if;
  day = right(unsigned, 2)::integer;
  if day > 28 and day > days_in_month(year, month) then
    if month <> 2 or day <> 29 or uses = 0 then
      return null;
    end if;
    day = 28;
  end if;
  return array[day_number(year, month, day), day_number(year, month, day), uses];
end
$$;

-- The first and the last day that a date means, and where the text may stand, as a sum: 1 in an interval whose dates are qualified as a whole,
-- 2 in one with qualified or unspecified parts, 4 in a set or list, 8 there as an end of a range. Null for a text that is no date.
create function bounds_of_date(date_text text) returns bigint[]
language plpgsql immutable parallel safe
as $$
declare
  unqualified constant text = translate(date_text, '?~%', '');
  has_extended_year constant boolean = length(split_part(ltrim(unqualified, '-'), '-', 1)) = 4 and not starts_with(unqualified, '-0000');
  day_text text;
  time_text text;
begin
  if unqualified ~ '^-?[0-9]{4,}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$' then
    if date_text = unqualified then
      return bounds_of_calendar_date(unqualified, case when has_extended_year then 15 else 0 end);
    end if;
    if not has_extended_year then
      return null;
    end if;
    return case
      when date_text ~ '^-?[0-9]{4}[?~%]$' then bounds_of_calendar_date(unqualified, 1)
      when date_text ~ '^[-0-9]+[?~%]$' then bounds_of_calendar_date(unqualified, 7)
      when date_text ~ '^([?~%]-?[0-9]{4}|[?~%]?-?[0-9]{4}[?~%]?(-[?~%]?[0-9]{2}[?~%]?)+)$'
        then bounds_of_calendar_date(unqualified, 6)
    end;
  end if;
  if date_text <> unqualified then
    return null;
  end if;
  if strpos(date_text, 'X') > 0 then
    if date_text ~ '^-?[0-9X]{4}(-(([0X][13578X]|[1X][02]|1X)-(0[1-9X]|[12X][0-9X]|3[01X])|([0X][469]|11)-(0[1-9X]|[12X][0-9X]|30)|02-(0[1-9X]|[12X][0-9X])|0[1-9X]|[1X][012X]))?$' then
      return array[bound_of_unspecified_date(date_text, false), bound_of_unspecified_date(date_text, true), 6];
    end if;
    return null;
  end if;
  if strpos(date_text, ':') > 0 then
    day_text = left(date_text, strpos(translate(date_text, ' ', 'T'), 'T') - 1);
    time_text = substr(date_text, length(day_text) + 1);
    if day_text !~ '^-?[0-9]{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' then
      return null;
    end if;
    return case
      when has_extended_year
        and time_text ~ '^T(([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]+)?)?|24[:]00([:]00)?)(Z|[-−]((0[1-9]|1[01])(:?[0-5][0-9])?|00:?([0-5][1-9]|[1-5]0)|12([:]?00)?)|\+((0[0-9]|1[0-3])(:?[0-5][0-9])?|14([:]?00)?))?$'
        then bounds_of_calendar_date(day_text, 3)
      when time_text ~ '^[T ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]+)?(Z|[-+]((0[0-9]|1[0-3]):?[0-5][0-9]|14[:]?00))?$'
        then bounds_of_calendar_date(day_text, 0)
    end;
  end if;
  if has_extended_year and date_text ~ '^-?[0-9]{4}-(2[1-9]|3[0-9]|4[01])$' then
    return bounds_of_season(left(date_text, -3)::integer, right(date_text, 2)::integer);
  end if;
  if date_text ~ '^((?!-0000)-?[0-9]{4}S[1-9]|Y-?([1-9][0-9]{4,}|[0-9]+E[0-9]+)(S[1-9])?)$' then
    return bounds_of_year(date_text);
  end if;
  return null;
end
$$;

-- The range from the first day of a date to the last day of another one; the other way round if it would end before it begins. `..` is open.
create function range_between(first_date bigint[], last_date bigint[]) returns bigint[]
language sql immutable parallel safe
return case
  when first_date[1] <= last_date[2] then array[first_date[1], last_date[2]]
  else array[last_date[1], first_date[2]]
end;

-- The range of an interval; null if it is none, or neither end is known.
create function bounds_of_interval(begin_text text, end_text text) returns bigint[]
language plpgsql immutable parallel safe
as $$
declare
  unbounded constant bigint[] = '{-9223372036854775808,9223372036854775807,3}';
  first_date constant bigint[] = case when begin_text = '..' then unbounded else bounds_of_date(begin_text) end;
  last_date constant bigint[] = case when end_text = '..' then unbounded else bounds_of_date(end_text) end;
begin
  if begin_text = '' then
    return case when last_date[3] & 3 > 0 and end_text <> '..' then last_date end;
  end if;
  if end_text = '' then
    return case when first_date[3] & 3 > 0 and begin_text <> '..' then first_date end;
  end if;
  return case when first_date[3] & last_date[3] & 3 > 0 then range_between(first_date, last_date) end;
end
$$;

-- The bounds of the members of a set or list, in turn; null if it is none.
create function bounds_of_members(date_text text) returns bigint[]
language plpgsql immutable parallel safe
as $$
declare
  content constant text = substr(date_text, 2, greatest(length(date_text) - 2, 0));
  closed_content constant text = regexp_replace(regexp_replace(content, '^\.\.', ''), '\.\.$', '');
  members constant text[] = string_to_array(closed_content, ',');
  member text;
  begin_text text;
  end_text text;
  first_date bigint[];
  last_date bigint[];
  bounds bigint[] = '{}';
begin
  if left(date_text, 1) || right(date_text, 1) not in ('[]', '{}') or closed_content ~ '^ | $|^$' then
    return null;
  end if;
  for step in 1..cardinality(members) loop
    member = btrim(members[step], ' ');
    begin_text = split_part(member, '..', 1);
    first_date = bounds_of_date(begin_text);
    if begin_text = member then
      if first_date is null or first_date[3] & 4 = 0 then
        return null;
      end if;
      last_date = first_date;
    else
      end_text = substr(member, length(begin_text) + 3);
      last_date = bounds_of_date(end_text);
      -- Both ends are days, months or years.
      if first_date is null
        or last_date is null
        or first_date[3] & last_date[3] & 8 = 0
        or length(ltrim(begin_text, '-')) <> length(ltrim(end_text, '-')) then
        return null;
      end if;
    end if;
    bounds = bounds || range_between(first_date, last_date);
  end loop;
  if starts_with(content, '..') then
    bounds[1] = -9223372036854775808;
  end if;
  if right(content, 2) = '..' then
    bounds[cardinality(bounds)] = 9223372036854775807;
  end if;
  return bounds;
end
$$;

-- The ranges of a date of any form, one for each member of a set or list. An interval that ends before it begins is read the other way round.
-- @rule Writing: Which days does a date mean?
create function ranges_of_date(date_text text) returns table (lower bigint, upper bigint)
language plpgsql immutable parallel safe rows 1
as $$
declare
  trimmed constant text = btrim(date_text, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff');
  bounds bigint[];
begin
  if length(date_text) > 500 then
    return;
  end if;
  bounds = case
    when strpos(trimmed, '/') > 0 then bounds_of_interval(split_part(trimmed, '/', 1), substr(trimmed, strpos(trimmed, '/') + 1))
    when trimmed ~ '^[[{]' then bounds_of_members(trimmed)
    else bounds_of_date(trimmed)
  end;
  -- A bound without another one is what follows the bounds of a date.
  for step in 1..coalesce(cardinality(bounds), 0) - 1 by 2 loop
    lower = bounds[step];
    upper = bounds[step + 1];
    return next;
  end loop;
end
$$;

-- Whether a text is one of the most frequent dates: a year of four digits, a month, or a day up to the 28th. Texts are compared, because a
-- regular expression takes three times as long.
create function is_common_date(date_text text) returns boolean
language sql immutable parallel safe
return octet_length(date_text) <= 10
  and case translate(date_text, '123456789', '000000000')
    when '0000' then true
    when '0000-00' then substr(date_text, 6) collate "C" between '01' and '12'
    when '0000-00-00' then substr(date_text, 6, 2) collate "C" between '01' and '12' and substr(date_text, 9) collate "C" between '01' and '28'
    else false
  end;

-- The ranges of days that a date means, one for each member of a set or list; none for any other text. PostgreSQL makes this function a part
-- of the calling statement, so that a frequent date, and a text with other letters than those of dates, cost no call.
create function date_ranges(date_text text) returns table (lower bigint, upper bigint)
language sql immutable parallel safe rows 1
begin atomic
  select
    c.first_day,
    case octet_length(date_text)
      when 4 then c.first_day + 1130
      when 7 then c.first_day - 1 + days_in_month(c.first_day / 10000, (c.first_day / 100 % 100)::integer)
      else c.first_day
    end
  from (
    -- A condition of the calling statement on a bound can be evaluated before the one below.
    select case when is_common_date(date_text) then rpad(translate(date_text, '-', ''), 8, '0101')::bigint end as first_day
  ) c
  where is_common_date(date_text)
  union all
  select r.lower, r.upper
  from ranges_of_date(date_text) r
  where octet_length(date_text) between 1 and 1500
    and date_text !~ '[A-DF-RU-Wa-z]'
    and not is_common_date(date_text);
end;
