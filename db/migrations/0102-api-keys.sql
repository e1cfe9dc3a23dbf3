-- Keys by which a program acts for a member. What a key opens by is hashed in the directory; its practice has its name and its scopes.
create table directory.api_keys (
  key_hash bytea primary key,
  id uuid not null unique,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  person_id uuid not null references directory.people (id) on delete cascade,
  -- A key ends with the membership of who made it.
  foreign key (person_id, practice_id) references directory.memberships (person_id, practice_id) on delete cascade
);
create index on directory.api_keys (practice_id);
create index on directory.api_keys (person_id, practice_id);
grant select, insert, update, delete on directory.api_keys to pritchel_directory;

create table api_keys (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  member_id uuid not null,
  name text not null check (name <> ''),
  scopes text[] not null check (cardinality(scopes) > 0),
  made_at timestamptz not null default clock_now(),
  -- Its last day; null: it has no end.
  expires_on date,
  last_used_on date,
  -- The row stays: the journal names the key by it.
  revoked_at timestamptz,
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id) on delete cascade
);
create index on api_keys (practice_id, member_id);
select seal_tenant_table('public.api_keys'::regclass);

-- The key by which its member did it.
alter table activity add column by_key uuid;
