-- What leaves in one piece, and what is forgotten: packs for clients and whole practices, erasure, and how long words are kept.

alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (
  kind in ('queue', 'answer', 'invoice', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message')
);

-- A ZIP that a job makes. It lies in the file store by its content and is no file of the practice: no backup holds it, and it goes by itself.
create table exports (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('client', 'practice')),
  client_id uuid, -- whose pack it is
  request_id uuid, -- the request it answers
  member_id uuid, -- who asked for it
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'gone')),
  handled integer not null default 0,
  total integer not null default 0,
  file_name text not null default '',
  bytes bigint,
  store_key text,
  problem text,
  dies_at timestamptz, -- when its bytes go
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check ((kind = 'client') = (client_id is not null)),
  check ((state = 'done') = (store_key is not null))
);
create index on exports (practice_id, client_id);
create index on exports (practice_id, member_id);
create index on exports (practice_id, created_at);

-- That somebody was erased, without who: the count of what went, what stayed and why.
create table erasures (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  client_id uuid not null, -- a record without a name by then
  request_id uuid,
  member_id uuid,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  handled integer not null default 0,
  total integer not null default 0,
  goes jsonb not null default '[]',
  stays jsonb not null default '[]',
  file_ids uuid[] not null default '{}', -- files nothing names any more, whose bytes are still to go
  problem text,
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id)
);
create index on erasures (practice_id, client_id);
create index on erasures (practice_id, member_id);
create index on erasures (practice_id, created_at);

-- How long what was said is kept; a practice without a row keeps it as it comes.
create table retention (
  practice_id uuid primary key references directory.practices (id) on delete cascade,
  texts_days integer not null check (texts_days between 30 and 3650),
  messages_days integer not null check (messages_days between 30 and 3650),
  answers_days integer not null check (answers_days between 30 and 3650),
  exports_days integer not null check (exports_days between 1 and 14),
  inactive_years integer not null check (inactive_years between 1 and 20)
);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array['exports', 'erasures', 'retention']) name;

-- Links name clients and what is theirs by id, which no role of ours can read: this forgets them with what they opened.
create function forget_links(ids uuid[]) returns integer
language sql security definer set search_path = '' as $$
  with gone as (
    delete from directory.links
    where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and (client_id = any (ids) or subject_id = any (ids))
    returning 1)
  select count(*)::integer from gone
$$;
revoke all on function forget_links(uuid[]) from public;
grant execute on function forget_links(uuid[]) to pritchel_app;
