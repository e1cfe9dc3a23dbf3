-- What a member, or the whole practice, has connected to. Its secret is sealed: the key is not in the database.
create table connections (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  connector text not null check (connector <> ''),
  -- Null: of the practice.
  member_id uuid,
  enabled boolean not null,
  settings jsonb not null default '{}',
  secret bytea,
  vault_key_id text,
  last_success_at timestamptz,
  -- Since when it is off: its secret is kept for a month.
  off_at timestamptz,
  primary key (practice_id, id),
  unique nulls not distinct (practice_id, connector, member_id),
  check ((secret is null) = (vault_key_id is null)),
  check (enabled = (off_at is null)),
  foreign key (practice_id, member_id) references members (practice_id, id) on delete cascade
);

-- The address of an owner's calendar, one an owner, so that each page of theirs shows the same.
create table owner_calendars (
  practice_id uuid not null,
  client_id uuid not null,
  secret bytea not null,
  vault_key_id text not null,
  primary key (practice_id, client_id),
  foreign key (practice_id, client_id) references clients (practice_id, id) on delete cascade
);

create index on connections (practice_id, member_id);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array['connections', 'owner_calendars']) name;

alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message', 'lone',
  'picture', 'feed', 'calendar'));

-- Practices with secrets sealed by another key than this one.
create function directory.with_old_seals(candidates uuid[], newest text) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.connections c where c.practice_id = candidate and c.vault_key_id <> newest)
      or exists (select from public.owner_calendars o where o.practice_id = candidate and o.vault_key_id <> newest) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
revoke all on function directory.with_old_seals(uuid[], text) from public;
grant execute on function directory.with_old_seals(uuid[], text) to pritchel_directory;

-- Practices with connections that have been off since before this.
create function directory.with_connections_off(candidates uuid[], before timestamptz) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.connections c where c.practice_id = candidate and c.off_at < before) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
revoke all on function directory.with_connections_off(uuid[], timestamptz) from public;
grant execute on function directory.with_connections_off(uuid[], timestamptz) to pritchel_directory;
