-- Which account of a bookkeeping service or a card reader a practice has connected, as a hash: two practices with the same one are warned.
create table directory.connected_accounts (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  connector text not null,
  account_hash bytea not null,
  primary key (practice_id, connector)
);
create index on directory.connected_accounts (connector, account_hash);
grant select, insert, update, delete on directory.connected_accounts to pritchel_directory;

-- Notes the account of the practice; null: it has none.
create function note_account(of_connector text, account text) returns void language sql security definer set search_path = '' as $$
  delete from directory.connected_accounts
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and connector = of_connector and account is null;
  insert into directory.connected_accounts as known (practice_id, connector, account_hash)
  select nullif(current_setting('app.practice_id', true), '')::uuid, of_connector, sha256(convert_to(account, 'UTF8')) where account is not null
  on conflict (practice_id, connector) do update set account_hash = excluded.account_hash
$$;

-- The connectors whose account another practice has connected too; nothing of that practice.
create function accounts_shared() returns setof text language sql stable security definer set search_path = '' as $$
  select own.connector from directory.connected_accounts own
  where own.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and exists (select from directory.connected_accounts other where other.connector = own.connector
      and other.account_hash = own.account_hash and other.practice_id <> own.practice_id)
$$;

-- Not for guests.
revoke all on function note_account(text, text), accounts_shared() from public;
grant execute on function note_account(text, text), accounts_shared() to pritchel_app;
