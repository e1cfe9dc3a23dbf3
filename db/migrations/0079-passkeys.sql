-- Passkeys: a phone proves who a person is, without a code.

create table directory.passkeys (
  -- As the browser writes it.
  credential_id text primary key,
  person_id uuid not null references directory.people (id) on delete cascade,
  public_key bytea not null,
  -- How often it was used, as far as its maker counts: one that falls back was copied.
  counter bigint not null,
  transports text[] not null,
  -- Kept by an account, on several devices.
  is_backed_up boolean not null,
  name text not null,
  made_at timestamptz not null,
  used_at timestamptz
);
create index on directory.passkeys (person_id);

-- What a passkey was asked to sign: a few minutes, once. Null: whoever has one may.
create table directory.challenges (
  hash bytea primary key,
  person_id uuid references directory.people (id) on delete cascade,
  expires_at timestamptz not null
);
create index on directory.challenges (person_id);
create index on directory.challenges (expires_at);

grant select, insert, update, delete on directory.passkeys, directory.challenges to pritchel_directory;
