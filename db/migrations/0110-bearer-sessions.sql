-- Shells: the desktop app and the phone apps, which send their session's token in a header instead of a cookie.

alter table directory.sessions
  -- Over which way its token is accepted.
  add column transport text not null default 'cookie' check (transport in ('cookie', 'bearer')),
  -- The shell, and what its device calls itself; empty where it doesn't say. Null: a browser.
  add column client_kind text check (client_kind in ('desktop', 'ios', 'android')),
  add column client_model text check (char_length(client_model) <= 60),
  add constraint sessions_client_check
    check ((transport = 'bearer') = (client_kind is not null) and (client_kind is null) = (client_model is null));

-- Codes by which a person who is signed in in a browser lets a shell in. Code and letters are kept as hashes alone; either spends both.
create table directory.shell_codes (
  code_hash bytea primary key,
  -- By the key of the data folder: eight letters could be found by trying them all.
  letters_hash bytea not null,
  -- SHA-256 of what only the shell knows (RFC 7636, S256).
  challenge bytea not null,
  person_id uuid not null references directory.people (id) on delete cascade,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  -- The browser's session: once it has ended, the code opens nothing.
  session_id uuid not null references directory.sessions (id) on delete cascade,
  client_kind text not null check (client_kind in ('desktop', 'ios', 'android')),
  client_model text not null check (char_length(client_model) <= 60),
  code_until timestamptz not null,
  letters_until timestamptz not null,
  -- Of the letters.
  tries integer not null default 0,
  used_at timestamptz
);
create index on directory.shell_codes (challenge);
create index on directory.shell_codes (person_id);
create index on directory.shell_codes (practice_id);
create index on directory.shell_codes (session_id);
create index on directory.shell_codes (letters_until);
grant select, insert, update, delete on directory.shell_codes to pritchel_directory;
