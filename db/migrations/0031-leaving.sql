-- Why a session ended, for the device that still holds it; none: it expired, or the next sign-in of the same browser took its place.
alter table directory.sessions add column revoked_why text check (revoked_why in ('signed_out', 'dismissed', 'revoked'));
alter table directory.sessions add check (revoked_why is null or revoked_at is not null);

-- The key of changes that a person left on a device when they signed out there. The device has the changes, we have the key: neither reads
-- them alone, and the person gets the key at their next sign-in.
create table directory.kept_keys (
  id uuid primary key,
  person_id uuid not null references directory.people (id) on delete cascade,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  device_id uuid not null,
  key bytea not null check (length(key) = 32),
  created_at timestamptz not null
);
create index on directory.kept_keys (person_id, practice_id);
create index on directory.kept_keys (practice_id);
grant select, insert, delete on directory.kept_keys to pritchel_directory;
