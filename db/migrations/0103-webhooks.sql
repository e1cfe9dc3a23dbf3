-- Where a practice has its own programs notified of what changes, and each message that goes there.
create table webhooks (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  url text not null check (url <> ''),
  -- What it is notified of: visit, client, horse, work, invoice, payment.
  things text[] not null check (cardinality(things) > 0),
  made_at timestamptz not null,
  -- Null: it is on.
  off_at timestamptz,
  off_why text check (off_why in ('owner', 'failing', 'gone', 'plan', 'restored', 'key')),
  -- Since when nothing has got through; null: the last message did, or none was sent yet.
  failing_since timestamptz,
  -- Sealed by the vault. The old one signs too, until its time.
  secret bytea not null,
  vault_key_id text not null,
  old_secret bytea,
  old_vault_key_id text,
  old_until timestamptz,
  check ((off_at is null) = (off_why is null)),
  check ((old_secret is null) = (old_vault_key_id is null) and (old_secret is null) = (old_until is null)),
  primary key (practice_id, id)
);

-- A message: which record changed how, and never what is in it.
create table webhook_deliveries (
  practice_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  type text not null,
  subject_id uuid not null,
  rev integer not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed', 'stopped', 'rehearsed')),
  attempts integer not null default 0,
  -- Null: it is not sent again. While it is on its way: when it is tried again if its worker has died.
  next_at timestamptz,
  last_tried_at timestamptz,
  -- What the other side answered; null: nothing.
  status integer,
  fault text check (fault in ('address', 'silent', 'too_large', 'answer')),
  check ((state = 'waiting') = (next_at is not null)),
  primary key (practice_id, id),
  foreign key (practice_id, webhook_id) references webhooks (practice_id, id) on delete cascade
);
create index on webhook_deliveries (practice_id, webhook_id, next_at) where state = 'waiting';
create index on webhook_deliveries (practice_id, webhook_id, at, id);
create index on webhook_deliveries (practice_id, at);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array['webhooks', 'webhook_deliveries']) name;

-- Read with the counter, which every change of a record reads anyway: without a webhook that is on nothing more is done.
alter table sync_counters add column has_webhooks boolean not null default false;

-- When a practice has a message to send, or old ones to forget.
create table directory.webhook_wakes (
  practice_id uuid primary key references directory.practices (id) on delete cascade,
  due_at timestamptz not null,
  -- The time it was last taken until: while it is still due then, no message has been added.
  taken_until timestamptz
);
create index on directory.webhook_wakes (due_at);
grant select, insert, update, delete on directory.webhook_wakes to pritchel_directory;

create function wake_webhooks(due timestamptz) returns void language sql security definer set search_path = '' as $$
  insert into directory.webhook_wakes as known (practice_id, due_at)
  values (nullif(current_setting('app.practice_id', true), '')::uuid, due)
  on conflict (practice_id) do update set due_at = least(known.due_at, excluded.due_at)
$$;

create function rest_webhooks_until(due timestamptz) returns void language sql security definer set search_path = '' as $$
  update directory.webhook_wakes set due_at = due
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and due_at = taken_until
$$;

-- Not for guests.
revoke all on function wake_webhooks(timestamptz), rest_webhooks_until(timestamptz) from public;
grant execute on function wake_webhooks(timestamptz), rest_webhooks_until(timestamptz) to pritchel_app;

create or replace function directory.with_old_seals(candidates uuid[], newest text) returns setof uuid
language plpgsql security definer set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan as $$
declare
  candidate uuid;
begin
  foreach candidate in array candidates loop
    perform set_config('app.practice_id', candidate::text, true);
    if exists (select from public.connections c where c.practice_id = candidate and c.vault_key_id <> newest)
      or exists (select from public.owner_calendars o where o.practice_id = candidate and o.vault_key_id <> newest)
      or exists (select from public.webhooks w where w.practice_id = candidate and (w.vault_key_id <> newest or w.old_vault_key_id <> newest)) then
      return next candidate;
    end if;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
