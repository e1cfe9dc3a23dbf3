-- A position may be found by what is on record: by three words, or by the postcode.
alter table yards drop constraint yards_position_source_check;
alter table yards add constraint yards_position_source_check
  check (position_source in ('gps', 'pin', 'pasted', 'geocoder', 'what3words', 'postcode'));
alter table clients drop constraint clients_position_source_check;
alter table clients add constraint clients_position_source_check
  check (position_source in ('gps', 'pin', 'pasted', 'geocoder', 'what3words', 'postcode'));
