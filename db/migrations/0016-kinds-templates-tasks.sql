-- The practice's own kinds of work, which every role knows; what they cost stays on the price list. Templates of work, and what is to do.

create table service_types (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null, -- that of its line on the price list: made of its name
  service_type text not null check (service_type <> ''), -- what records call it, for good
  label text not null check (label <> ''), -- what people read
  resets_cycle boolean not null default true,
  is_offered boolean not null default true, -- removed: no longer offered, and kept for what is on record
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id, service_type)
);
create index on service_types (practice_id, seq);

create table work_templates (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  name text not null check (name <> ''),
  service_type text not null check (service_type <> ''),
  setup jsonb,
  setup_schema integer not null default 1, -- as of work_entries
  description text,
  recommendations text,
  resets_cycle boolean not null default true,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id)
);
create index on work_templates (practice_id, seq);

create table tasks (
  practice_id uuid not null,
  id uuid not null,
  horse_id uuid,
  client_id uuid,
  yard_id uuid,
  appointment_id uuid, -- the visit and the work it came of
  work_entry_id uuid,
  title text not null check (title <> ''),
  notes text,
  due_on date, -- none: at the next visit
  for_whom text not null default 'farrier' check (for_whom in ('farrier', 'owner')),
  member_id uuid not null, -- who wrote it down
  done_at timestamptz,
  done_by uuid,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, yard_id) references yards (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, work_entry_id) references work_entries (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, done_by) references members (practice_id, id),
  check ((done_at is null) = (done_by is null))
);
create index on tasks (practice_id, seq);
create index on tasks (practice_id, horse_id);
create index on tasks (practice_id, client_id);
create index on tasks (practice_id, yard_id);
create index on tasks (practice_id, appointment_id);
create index on tasks (practice_id, work_entry_id);
create index on tasks (practice_id, member_id);
create index on tasks (practice_id, done_by);

select seal_tenant_table(format('public.%I', name)::regclass)
from unnest(array['service_types', 'work_templates', 'tasks']) name;

-- Every kind a practice has a price for is a kind of its own from now on; devices are told of each.
do $$
declare
  practice record;
  count bigint;
  before bigint;
begin
  for practice in select id from directory.practices loop
    perform set_config('app.practice_id', practice.id::text, true);
    select count(*) into count from price_items where practice_id = practice.id and deleted_at is null;
    update sync_counters set seq = seq + count where practice_id = practice.id returning seq - count into before;
    continue when before is null; -- registered half-way: nobody can reach it
    insert into service_types (practice_id, id, service_type, label, resets_cycle, rev, seq)
      select practice_id, id, service_type, service_type, service_type <> 'Emergency call-out', 1,
        before + row_number() over (order by seq, id)
      from price_items where practice_id = practice.id and deleted_at is null;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
