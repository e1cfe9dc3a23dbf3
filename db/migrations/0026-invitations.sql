-- Who comes in: invitations that are accepted before anybody is a member, tries at passwords and links counted for all servers together,
-- and devices that have signed in to an account before.

-- A place somebody is asked to take; it goes when it is accepted, declined or withdrawn.
create table directory.invitations (
  id uuid primary key,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  email text not null check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  role text not null check (role in ('owner', 'farrier', 'apprentice', 'office')),
  token_hash bytea not null unique,
  is_mailed boolean not null, -- whether the link went to the address alone: then it proves the address
  expires_at timestamptz not null,
  unique (practice_id, email)
);
create index on directory.invitations (email);

-- How often something was tried since; the key is a hash of what is counted.
create table directory.tries (
  key bytea primary key,
  count integer not null,
  since timestamptz not null
);
create index on directory.tries (since);

create table directory.known_devices (
  token_hash bytea not null,
  person_id uuid not null references directory.people (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (token_hash, person_id)
);
create index on directory.known_devices (person_id);

grant select, insert, update, delete on directory.invitations, directory.tries, directory.known_devices to pritchel_directory;
