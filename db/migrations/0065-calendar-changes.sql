-- What a member did to one of our entries in a calendar elsewhere. Nothing follows from it until they answer.
create table calendar_changes (
  practice_id uuid not null,
  id uuid not null,
  member_id uuid not null, -- whose calendar it is
  appointment_id uuid not null,
  kind text not null check (kind in ('moved', 'deleted', 'new')),
  calendar text not null check (calendar <> ''), -- what its card calls it
  -- Where the calendar had the entry, and where it has it now. Without instants: all day.
  was_day date,
  was_start timestamptz,
  was_end timestamptz,
  now_day date,
  now_start timestamptz,
  now_end timestamptz,
  state text not null default 'open' check (state in ('open', 'applied', 'put_back')),
  decided_at timestamptz,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  created_at timestamptz not null default clock_now(),
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  check ((kind = 'new') = (was_day is null)),
  check ((kind = 'deleted') = (now_day is null)),
  check ((was_start is null) = (was_end is null) and (now_start is null) = (now_end is null)),
  check (was_start is null or was_day is not null),
  check (now_start is null or now_day is not null),
  check ((state = 'open') = (decided_at is null))
);
create index on calendar_changes (practice_id, seq);
create index on calendar_changes (practice_id, member_id);
create index on calendar_changes (practice_id, appointment_id);
create index on calendar_changes (practice_id, deleted_at) where deleted_at is not null;

select seal_tenant_table('public.calendar_changes');
