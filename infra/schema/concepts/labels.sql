-- Folds a label for searching, by removing differences that people do not type: compatibility forms, letter case, accents, letters whose
-- accent cannot be removed (ø, ß, æ), and punctuation. The result is the same in every locale, and is cut to 200 characters for indexes.
create function folded_label(label text) returns text
language sql immutable strict parallel safe
begin atomic
  select left(
    btrim(
      regexp_replace(
        replace(replace(replace(replace(
          translate(
            regexp_replace(
              lower(normalize(label, nfkd) collate "und-x-icu") collate "C",
              -- The marks of Latin, Greek and Cyrillic, the points of Hebrew, the vowels of Arabic.
              U&'[\0300-\036f\0483-\0489\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7\0640\064b-\065f\0670]+',
              '',
              'g'
            ),
            'øđłħŧıðς',
            'odlhtidσ'
          ),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        U&'[\0001-\002f\003a-\0040\005b-\0060\007b-\00bf\2000-\206f\3000-\303f]+',
        ' ',
        'g'
      )
    ),
    200
  );
end;

-- A sort key for a folded text, in which digits count as numbers: 2nd comes before 10th.
create function natural_order(folded text) returns text
language sql immutable strict parallel safe
begin atomic
  select regexp_replace(
    regexp_replace(folded collate "C", '([0-9]+)', '0000000000\1', 'g'),
    '0*([0-9]{10,})',
    '\1',
    'g'
  );
end;
