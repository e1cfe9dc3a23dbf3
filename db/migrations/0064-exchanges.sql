-- How the exchange with each far side stands.
alter table connections
  add column status text not null default 'connected' check (status in ('connected', 'error')),
  -- Why it is in error, or what it waits for.
  add column sentence text,
  -- Under what name it stands there; null: not tried yet.
  add column account text,
  add column secret_tail text,
  -- The calendar there, and up to where its changes were read.
  add column far_calendar text,
  add column cursor text,
  add column last_tried_at timestamptz,
  -- Null: nothing is exchanged.
  add column next_at timestamptz,
  add column failures integer not null default 0,
  add column leased_until timestamptz,
  -- Very many entries were changed there at once: what is to be done about it.
  add column many text check (many in ('found', 'ask', 'back')),
  -- It ends once what we put there is taken out.
  add column is_ending boolean not null default false;

-- What of ours a connection has put there.
create table connection_items (
  practice_id uuid not null,
  connection_id uuid not null,
  subject_id uuid not null,
  -- Null: it is not there, or we don't know yet whether it is.
  remote_id text,
  remote_tag text,
  -- Of what was sent; null: what is there is not what we want there.
  sent_hash text,
  sent_when text,
  -- When it is there once what was last on its way has arrived; empty: it is gone then.
  sending_when text,
  state text not null check (state in ('sending', 'sent', 'asked', 'left', 'parked', 'erased')),
  sentence text,
  -- The erasure it is taken out for, while it is `erased`.
  erasure_id uuid,
  primary key (practice_id, connection_id, subject_id),
  foreign key (practice_id, connection_id) references connections (practice_id, id) on delete cascade
);

-- What was exchanged, for 90 days, as numbers; in words only why it failed.
create table connection_log (
  practice_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  at timestamptz not null,
  verb text not null check (verb in ('added', 'changed', 'removed', 'moved_there', 'deleted_there', 'added_there', 'failed', 'rehearsed')),
  count integer not null,
  words text,
  primary key (practice_id, id),
  foreign key (practice_id, connection_id) references connections (practice_id, id) on delete cascade
);
create index on connection_log (practice_id, connection_id, id);
create index on connection_log (practice_id, at);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array['connection_items', 'connection_log']) name;

-- When a practice exchanges something next: at its time, or, once something of it has changed, when it was quiet for a moment.
create table directory.exchanges (
  practice_id uuid primary key references directory.practices (id) on delete cascade,
  due_at timestamptz not null,
  -- The time it was last taken until: while it is still due then, nobody has wanted it sooner.
  taken_until timestamptz,
  quiet_until timestamptz not null default '-infinity',
  is_changed boolean not null default false
);
create index on directory.exchanges (due_at);
create index on directory.exchanges (quiet_until) where is_changed;
grant select, insert, update, delete on directory.exchanges to pritchel_directory;

alter table sync_counters add column has_exchanges boolean not null default false;

create function mark_exchange() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update directory.exchanges set is_changed = true where practice_id = new.practice_id and not is_changed;
  return null;
end $$;
create trigger marks_exchange after update of seq on sync_counters
  for each row when (new.has_exchanges and new.seq <> old.seq) execute function mark_exchange();

create function exchange_at(due timestamptz) returns void language sql security definer set search_path = '' as $$
  insert into directory.exchanges as known (practice_id, due_at)
  values (nullif(current_setting('app.practice_id', true), '')::uuid, due)
  on conflict (practice_id) do update set due_at = least(known.due_at, excluded.due_at)
$$;

create function rest_exchange_until(due timestamptz) returns void language sql security definer set search_path = '' as $$
  update directory.exchanges set due_at = due
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and due_at = taken_until
$$;

-- Practices with connections that have been off since before this, or with old lines of what was exchanged.
drop function directory.with_connections_off(uuid[], timestamptz);
create function directory.with_old_connections(candidates uuid[], before timestamptz, logged timestamptz) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.connections c where c.practice_id = candidate and c.off_at < before)
      or exists (select from public.connection_log l where l.practice_id = candidate and l.at < logged) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
revoke all on function directory.with_old_connections(uuid[], timestamptz, timestamptz) from public;
grant execute on function directory.with_old_connections(uuid[], timestamptz, timestamptz) to pritchel_directory;
