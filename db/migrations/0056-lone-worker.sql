-- Whom a member chose to be texted when they do not answer their lone-worker timer; nothing goes to them before they agreed.
create table lone_contacts (
  practice_id uuid not null,
  member_id uuid not null,
  id uuid not null,
  name text not null check (name <> ''),
  phone_e164 text not null check (phone_e164 <> ''),
  asked_at timestamptz not null default clock_now(),
  agreed_at timestamptz,
  refused_at timestamptz,
  primary key (practice_id, member_id),
  unique (practice_id, id),
  check (agreed_at is null or refused_at is null),
  foreign key (practice_id, member_id) references members (practice_id, id) on delete cascade
);

-- The last timer a member set. What rings and what is texted are notices of this event: whether it is on is what their states say.
create table lone_timers (
  practice_id uuid not null,
  member_id uuid not null,
  id uuid not null,
  appointment_id uuid not null,
  contact_id uuid not null,
  contact_name text not null,
  ring_at timestamptz not null,
  text_at timestamptz not null,
  answered_at timestamptz,
  primary key (practice_id, member_id),
  unique (practice_id, id),
  check (text_at > ring_at),
  foreign key (practice_id, member_id) references members (practice_id, id) on delete cascade
);

select seal_tenant_table(format('public.%I', name)::regclass) from unnest(array['lone_contacts', 'lone_timers']) name;

alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message', 'lone'));
