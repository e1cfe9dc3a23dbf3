-- A practice's logo, on its papers, and the farrier's picture, on owners' pages: small, and made by the server from what was sent.
create table practice_pictures (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('logo', 'farrier')),
  -- What its address ends in; who has it may see the picture, as everyone with a link of the practice does.
  key text not null check (key <> ''),
  mime text not null check (mime in ('image/jpeg', 'image/png')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  content bytea not null,
  primary key (practice_id, kind),
  unique (practice_id, id)
);

select seal_tenant_table('public.practice_pictures'::regclass);

alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message', 'lone',
  'picture'));
