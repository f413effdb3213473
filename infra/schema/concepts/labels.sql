-- Folds a text for searching, by removing differences that people do not type: compatibility forms, letter case, accents, letters whose
-- accent cannot be removed (ø, ß, æ), invisible characters, and punctuation, which becomes a space. Arabic digits become European ones. An
-- apostrophe within a word divides it into parts, because people leave it out or type a space: "King’s Gate" becomes "king' s gate". Other
-- apostrophes are removed. The result is the same in every locale, and begins with a letter or digit.
-- @rule Thesaurus: Which differences does a search ignore, and how does it treat apostrophes?
create function folded_text(whole text) returns text
language sql immutable strict parallel safe
return case
  -- Most texts have no accents and no apostrophes.
  when whole !~ '[^ -~]' and whole !~ '[''`]' then ltrim(regexp_replace(lower(whole collate "C"), '[^a-z0-9]+', ' ', 'g'), ' ')
  else ltrim(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            replace(replace(replace(replace(
              translate(
                regexp_replace(
                  lower(normalize(
                    -- Apostrophes of all scripts, quotation marks like them, primes, middle dots within words, and the letters for glottal
                    -- stops and similar sounds, such as ʿ and ʻ.
                    translate(
                      whole,
                      U&'\0060\00b4\00b7\0241\0242\0294\0295\02b9\02ba\02bb\02bc\02bd\02be\02bf\02c0\02c1\02c8\02ca\02cb\02ee\0384\055a\05f3\05f4\1fbd\1fbf\1ffd\1ffe\2018\2019\201a\201b\2027\2032\2033\2034\2035\2036\2037\2057\a722\a723\a724\a725\a78b\a78c\ff07\ff40',
                      repeat('''', 48)
                    ),
                    nfkd
                  ) collate "und-x-icu") collate "C",
                  -- The marks of Latin, Greek and Cyrillic, the points of Hebrew, the vowels of Arabic, and invisible characters.
                  U&'[\0300-\036f\0483-\0489\0591-\05bd\05bf\05c1\05c2\05c4\05c5\05c7\0640\064b-\065f\0670\1ab0-\1aff\1dc0-\1dff\20d0-\20ff\fe00-\fe0f\fe20-\fe2f\00ad\061c\200c-\200f\202a-\202e\2060-\206f\feff]+',
                  '',
                  'g'
                ),
                U&'øđłħŧıðς\0660\0661\0662\0663\0664\0665\0666\0667\0668\0669\06f0\06f1\06f2\06f3\06f4\06f5\06f6\06f7\06f8\06f9',
                'odlhtidσ01234567890123456789'
              ),
              'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
            U&'[\0001-\0026\0028-\002f\003a-\0040\005b-\0060\007b-\00bf\0589\058a\05be\05c0\05c3\05c6\060c\060d\061b\061e\061f\066a-\066d\06d4\0964\0965\2000-\206f\2212\2e00-\2e7f\3000-\303f\30a0\30fb]+',
            ' ',
            'g'
          ),
          '(''+ | '')[ '']*',
          ' ',
          'g'
        ),
        '''+',
        ''' ',
        'g'
      ),
      ' '''
    )
end;

-- A folded label, cut to 200 characters for indexes.
create function folded_parts(label text) returns text
language sql immutable strict parallel safe
return btrim(left(folded_text(label), 200), ' ''');

-- The forms of folded parts by which they are searched, in alphabetical order: with spaces instead of apostrophes, and without them.
-- @rule Thesaurus: Which differences does a search ignore, and how does it treat apostrophes?
create function forms_of_parts(parts text) returns text[]
language sql immutable strict parallel safe
return case
  when strpos(parts, '''') = 0 then array[parts]
  else array[replace(parts, '''', ''), replace(parts, ''' ', '')]
end;

-- The form of a label by which it is searched, with spaces instead of apostrophes.
create function folded_label(label text) returns text
language sql immutable strict parallel safe
return replace(folded_parts(label), '''', '');

-- The other form, without apostrophes; null if no word has one.
create function joined_label(label text) returns text
language sql immutable strict parallel safe
return (forms_of_parts(folded_parts(label)))[2];

-- Whether a word has digits. It is a number or a code then, and similar words mean something else.
-- @rule Thesaurus: Which words are never similar?
create function has_digit(word text) returns boolean
language sql immutable strict parallel safe
return word collate "und-x-icu" ~ '\d';

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
