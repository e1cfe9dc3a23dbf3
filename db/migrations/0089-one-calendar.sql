-- One calendar of somebody's visits by all their farriers.

-- Its address is worked out from `salt` by the key of the data folder, so that nobody reads it here; `token_hash` finds it.
create table directory.calendars (
  person_id uuid primary key references directory.people (id) on delete cascade,
  token_hash bytea not null unique,
  salt bytea not null,
  made_at timestamptz not null
);
grant select, insert, update, delete on directory.calendars to pritchel_directory;

-- What a calendar program tells a changed entry by.
grant select (rev) on appointments to pritchel_guest;
