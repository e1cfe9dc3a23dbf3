-- A file that is brought in: who, when, what came of it. Its bytes stay only until it has been, its rows left out for as long as it can
-- be looked up. What it wrote is in the journal under one act, which is how undo finds it.

create table imports (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  member_id uuid not null,
  file_name text not null check (file_name <> ''),
  source text not null check (source in ('csv', 'vcard', 'ics')),
  kind text not null check (kind in ('clients', 'horses', 'yards', 'visits')),
  state text not null default 'draft'
    check (state in ('draft', 'queued', 'running', 'done', 'failed', 'cancelled', 'undoing', 'undone')),
  content bytea, -- none once it is in
  plan jsonb, -- how a table is to be read
  choices jsonb not null default '{}',
  total integer not null default 0,
  handled integer not null default 0,
  counts jsonb,
  left_out jsonb, -- headings and rows, each with the sentence why
  kept jsonb, -- what undo let stand, and why
  problem text,
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id)
);
create index on imports (practice_id, created_at);
create index on imports (practice_id, member_id);

select seal_tenant_table('public.imports'::regclass);
