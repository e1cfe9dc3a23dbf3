-- What owners answer to a reminder or a confirmation, by a link of their own; and slots that came free, offered to several at once.

alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (
  kind in ('queue', 'answer', 'invoice', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer')
);

-- Many texts at once ask for their links in one statement. Like add_link: the app role may add for its own practice, and read none.
create function add_links(hashes bytea[], link_kind text, subjects uuid[], clients uuid[], days date[], die timestamptz[]) returns void
language sql security definer set search_path = '' as $$
  insert into directory.links (token_hash, practice_id, kind, subject_id, client_id, on_day, dies_at)
  select hash, nullif(current_setting('app.practice_id', true), '')::uuid, link_kind, subject, client, day, dies
  from unnest(hashes, subjects, clients, days, die) as link (hash, subject, client, day, dies)
$$;
revoke all on function add_links(bytea[], text, uuid[], uuid[], date[], timestamptz[]) from public;
grant execute on function add_links(bytea[], text, uuid[], uuid[], date[], timestamptz[]) to pritchel_app;

create table visit_answers (
  practice_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  client_id uuid not null, -- who says so
  kind text not null check (kind in ('confirmed', 'move', 'add_horse', 'box_rest', 'gate_code')),
  horse_id uuid, -- which of theirs, where it is on record
  horse_name text, -- which other
  work text, -- what it is to have
  until_on date, -- box rest, as far as they know
  words text, -- what suits them, the code, whatever else they say
  visit_start timestamptz not null, -- when the visit was to be as they answered: another time is another question
  said_at timestamptz not null,
  seen_at timestamptz,
  seen_by uuid,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, seen_by) references members (practice_id, id),
  check ((seen_at is null) = (seen_by is null))
);
create index on visit_answers (practice_id, seq);
create index on visit_answers (practice_id, appointment_id);
create index on visit_answers (practice_id, client_id);
create index on visit_answers (practice_id, horse_id);
create index on visit_answers (practice_id, seen_by);

create table slot_offers (
  practice_id uuid not null,
  id uuid not null,
  gap_id uuid not null, -- of those asked together; the first of them who says yes has it
  client_id uuid not null,
  member_id uuid not null, -- whose slot it is
  on_day date not null, -- the visit as it will be booked
  local_start time not null,
  local_end time not null,
  zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  yard_id uuid,
  horses jsonb not null, -- [{horseId, plannedWork}]
  expires_at timestamptz not null,
  state text not null default 'offered' check (state in ('offered', 'taken', 'gone', 'declined', 'withdrawn')),
  state_at timestamptz not null,
  appointment_id uuid, -- what was booked of it
  asked_by uuid not null,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  foreign key (practice_id, yard_id) references yards (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, asked_by) references members (practice_id, id),
  check (ends_at > starts_at),
  check ((state = 'taken') = (appointment_id is not null))
);
create index on slot_offers (practice_id, seq);
create index on slot_offers (practice_id, gap_id);
create index on slot_offers (practice_id, client_id);
create index on slot_offers (practice_id, member_id);
create index on slot_offers (practice_id, yard_id);
create index on slot_offers (practice_id, appointment_id);
create index on slot_offers (practice_id, asked_by);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array['visit_answers', 'slot_offers']) name;
