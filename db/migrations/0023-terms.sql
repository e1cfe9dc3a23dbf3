-- The practice's terms of business, and who accepted which of them. A version is never changed: who accepted it accepted these words.

create table terms_versions (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  number integer not null check (number > 0),
  in_force_on date not null,
  sections json not null, -- [{title, text}], in order
  member_id uuid, -- who wrote it; none: the sample, sent before anybody wrote their own
  made_at timestamptz not null default now(),
  primary key (practice_id, id),
  unique (practice_id, number),
  foreign key (practice_id, member_id) references members (practice_id, id)
);
create index on terms_versions (practice_id, member_id);

create table terms_acceptances (
  practice_id uuid not null,
  id uuid not null,
  client_id uuid not null,
  version_id uuid not null,
  terms_version text not null, -- the number of that version, as people say it
  acceptance_method text not null check (acceptance_method in ('web', 'sms', 'email', 'verbal')),
  accepted_at timestamptz not null,
  notes text,
  typed_name text, -- who accepted by a link, as they signed
  from_address text, -- where that came from, the last part left out
  from_agent text,
  member_id uuid, -- who wrote it down; none: the client accepted by a link
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, version_id) references terms_versions (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check ((member_id is null) = (typed_name is not null))
);
create index on terms_acceptances (practice_id, seq);
create index on terms_acceptances (practice_id, client_id);
create index on terms_acceptances (practice_id, version_id);
create index on terms_acceptances (practice_id, member_id);

select seal_tenant_table(format('public.%I', name)::regclass)
from unnest(array['terms_versions', 'terms_acceptances']) name;
