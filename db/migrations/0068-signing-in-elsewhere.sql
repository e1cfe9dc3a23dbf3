-- Who has been led to another service to sign in there, and is to come back: for ten minutes, once, in the same session.
create table directory.oauth_starts (
  state_hash bytea primary key,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  person_id uuid not null references directory.people (id) on delete cascade,
  session_id uuid not null references directory.sessions (id) on delete cascade,
  connector text not null,
  -- Proves to the service that who brings the answer back is who asked (PKCE); sealed.
  verifier bytea not null,
  vault_key_id text not null,
  expires_at timestamptz not null
);
create index on directory.oauth_starts (practice_id);
create index on directory.oauth_starts (person_id);
create index on directory.oauth_starts (session_id);
create index on directory.oauth_starts (expires_at);
grant select, insert, update, delete on directory.oauth_starts to pritchel_directory;

alter table connections
  -- Counts the tokens a sign-in elsewhere has had: each are renewed once.
  add column tokens_rev integer not null default 0,
  -- Until when a worker may be renewing them.
  add column renewing_until timestamptz;
