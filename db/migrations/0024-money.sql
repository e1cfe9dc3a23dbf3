-- Money: what is charged, invoiced, paid, owed and spent, and the practice's own plan. Whole pence throughout. Devices of those who may not
-- see money never hold a row of these tables.

-- What the practice has decided about money; each column holds what differs from the defaults.
create table money_settings (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  id uuid not null, -- one per practice, made of its id
  invoicing jsonb not null default '{}', -- how work becomes invoices, and what stands on them
  vat jsonb not null default '{}',
  bank jsonb not null default '{}', -- where transfers go
  fees jsonb not null default '{}', -- late fees, interest, late cancellations, chasers, whether what is overdue blocks bookings
  tax jsonb not null default '{}', -- income tax and mileage
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id)
);
create index on money_settings (practice_id, seq);

-- What a horse's work, a call-out, miles or a fee come to: snapshots, so that a price changed later changes nothing here.
create table charges (
  practice_id uuid not null,
  id uuid not null, -- of work: made of the work entry's, so that a device and the server make one
  payer_client_id uuid not null,
  client_id uuid not null, -- whose horse it is about, or the payer
  appointment_id uuid,
  visit_horse_id uuid,
  horse_id uuid,
  work_entry_id uuid,
  invoice_id uuid, -- none: still to be invoiced
  kind text not null check (kind in (
    'work', 'call-out', 'mileage', 'extra', 'discount', 'late-fee', 'interest', 'compensation', 'late-cancellation')),
  description text not null check (description <> ''),
  quantity integer not null default 1 check (quantity between 1 and 10000),
  unit_pence integer not null check (unit_pence between -10000000 and 10000000),
  vat_rate_bp integer not null default 0 check (vat_rate_bp between 0 and 10000),
  includes_vat boolean not null default false, -- whether the unit's pence are with the VAT or before it
  charged_on date not null,
  place integer not null default 0,
  is_by_hand boolean not null default false, -- somebody said this price: what the work's price becomes no longer changes it
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, payer_client_id) references clients (practice_id, id),
  foreign key (practice_id, client_id) references clients (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, visit_horse_id) references visit_horses (practice_id, id),
  foreign key (practice_id, horse_id) references horses (practice_id, id),
  foreign key (practice_id, work_entry_id) references work_entries (practice_id, id)
);
create index on charges (practice_id, seq);
create index on charges (practice_id, payer_client_id);
create index on charges (practice_id, client_id);
create index on charges (practice_id, appointment_id);
create index on charges (practice_id, visit_horse_id);
create index on charges (practice_id, horse_id);
create index on charges (practice_id, work_entry_id);
create index on charges (practice_id, invoice_id);
create index charges_to_invoice on charges (practice_id, charged_on, id) where invoice_id is null and deleted_at is null;

-- An invoice is born issued, with its number; it and its lines never change after. What was wrong is credited.
create table invoices (
  practice_id uuid not null,
  id uuid not null,
  payer_client_id uuid not null,
  kind text not null default 'invoice' check (kind in ('invoice', 'credit')),
  credits_invoice_id uuid,
  series text not null check (series <> ''),
  number integer not null check (number > 0),
  appointment_id uuid, -- of an invoice of one visit
  issued_on date not null,
  due_on date not null,
  note text,
  as_was jsonb not null, -- both sides' names and addresses, the lines and the bank as they were
  net_pence integer not null,
  vat_pence integer not null,
  total_pence integer not null, -- of a credit too more than nothing
  paid_pence integer not null default 0, -- kept by the server: what is allocated to it, or from it for a credit
  sent_at timestamptz, -- kept by the server: when it last went to the payer
  member_id uuid, -- who issued it
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  unique (practice_id, series, number),
  foreign key (practice_id, payer_client_id) references clients (practice_id, id),
  foreign key (practice_id, credits_invoice_id) references invoices (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check ((kind = 'credit') = (credits_invoice_id is not null)),
  check (deleted_at is null),
  check (net_pence + vat_pence = total_pence),
  check (total_pence >= 0 and paid_pence between 0 and total_pence)
);
create index on invoices (practice_id, seq);
create index on invoices (practice_id, payer_client_id, issued_on);
create index on invoices (practice_id, credits_invoice_id);
create index on invoices (practice_id, appointment_id);
create index on invoices (practice_id, member_id);
create index on invoices (practice_id, issued_on, id); -- the list, a page at a time
create index invoices_open on invoices (practice_id, due_on, id) where paid_pence < total_pence;
alter table charges add foreign key (practice_id, invoice_id) references invoices (practice_id, id);

-- The next number of a series; its row's lock keeps two invoices from having one, and a number that was not used goes back with its transaction.
create table invoice_counters (
  practice_id uuid not null references directory.practices (id) on delete cascade,
  series text not null,
  next integer not null default 1 check (next > 0),
  primary key (practice_id, series)
);

create table payments (
  practice_id uuid not null,
  id uuid not null,
  payer_client_id uuid not null,
  amount_pence integer not null check (amount_pence <> 0), -- below nothing: money given back
  method text not null check (method in ('cash', 'bank-transfer', 'card')),
  received_on date not null,
  reference text,
  provider_ref text, -- of a payment a provider or a bank statement told us of: once
  refunds_payment_id uuid,
  appointment_id uuid, -- where it was taken
  invoice_id uuid, -- what it was said to be for
  member_id uuid, -- none: the payer by a link
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, payer_client_id) references clients (practice_id, id),
  foreign key (practice_id, refunds_payment_id) references payments (practice_id, id),
  foreign key (practice_id, appointment_id) references appointments (practice_id, id),
  foreign key (practice_id, invoice_id) references invoices (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check ((amount_pence < 0) = (refunds_payment_id is not null))
);
create index on payments (practice_id, seq);
create index on payments (practice_id, payer_client_id, received_on);
create index on payments (practice_id, refunds_payment_id);
create index on payments (practice_id, appointment_id);
create index on payments (practice_id, invoice_id);
create index on payments (practice_id, member_id);
create index on payments (practice_id, received_on, id);
create unique index on payments (practice_id, provider_ref) where provider_ref is not null and deleted_at is null;

-- Which money settles what: from a payment or a credit, to an invoice. Written by the server alone.
create table allocations (
  practice_id uuid not null,
  id uuid not null,
  payment_id uuid,
  credit_id uuid,
  invoice_id uuid not null,
  amount_pence integer not null check (amount_pence > 0),
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, payment_id) references payments (practice_id, id),
  foreign key (practice_id, credit_id) references invoices (practice_id, id),
  foreign key (practice_id, invoice_id) references invoices (practice_id, id),
  check (num_nonnulls(payment_id, credit_id) = 1)
);
create index on allocations (practice_id, seq);
create index on allocations (practice_id, payment_id);
create index on allocations (practice_id, credit_id);
create index on allocations (practice_id, invoice_id);

-- A client's oldest unpaid invoice, by the day it was due: what is overdue is known where no money is seen.
alter table clients add column oldest_due_on date;
-- How a visit is charged.
alter table appointments add column tariff text not null default 'standard' check (tariff in ('standard', 'emergency', 'out-of-hours'));

-- Bank statements: a line stands once, however often its statement is brought.
create table bank_lines (
  practice_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  file_name text not null,
  fingerprint text not null, -- of day, words, sum and which of equal ones of its day it is
  on_day date not null,
  description text not null default '',
  amount_pence integer not null,
  state text not null default 'new' check (state in ('new', 'matched', 'ignored')),
  payment_id uuid,
  member_id uuid not null, -- who brought it
  created_at timestamptz not null default now(),
  primary key (practice_id, id),
  unique (practice_id, fingerprint),
  foreign key (practice_id, payment_id) references payments (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check ((state = 'matched') = (payment_id is not null))
);
create index on bank_lines (practice_id, on_day, id);
create index on bank_lines (practice_id, payment_id);
create index on bank_lines (practice_id, member_id);

create table expenses (
  practice_id uuid not null,
  id uuid not null,
  spent_on date not null,
  category text not null check (category in (
    'cost-of-goods', 'subcontractors', 'staff', 'travel', 'premises', 'maintenance', 'admin', 'entertainment', 'advertising', 'loan-interest',
    'finance', 'bad-debts', 'professional', 'depreciation', 'other')),
  description text not null check (description <> ''),
  supplier text,
  total_pence integer not null check (total_pence between -10000000 and 10000000), -- below nothing: money that came back
  vat_pence integer not null default 0, -- of it
  method text not null default 'card' check (method in ('cash', 'bank-transfer', 'card')),
  member_id uuid not null,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id),
  check (abs(vat_pence) <= abs(total_pence))
);
create index on expenses (practice_id, seq);
create index on expenses (practice_id, spent_on, id);
create index on expenses (practice_id, member_id);
alter table attachments add foreign key (practice_id, expense_id) references expenses (practice_id, id);
create index on attachments (practice_id, expense_id);

-- The mileage log.
create table trips (
  practice_id uuid not null,
  id uuid not null,
  on_day date not null,
  member_id uuid not null,
  vehicle text not null default 'car-or-van' check (vehicle in ('car-or-van', 'motorcycle', 'bicycle')),
  miles_tenths integer not null check (miles_tenths between 1 and 20000),
  purpose text not null check (purpose <> ''),
  from_place text,
  to_place text,
  rev integer not null, seq bigint not null, deleted_at timestamptz, fw jsonb not null default '{}',
  primary key (practice_id, id),
  foreign key (practice_id, member_id) references members (practice_id, id)
);
create index on trips (practice_id, seq);
create index on trips (practice_id, on_day, id);
create index on trips (practice_id, member_id);

select seal_tenant_table(format('public.%I', name)::regclass)
from unnest(array['money_settings', 'charges', 'invoices', 'invoice_counters', 'payments', 'allocations', 'bank_lines', 'expenses', 'trips']) name;

-- An owner's statement by a link.
alter table directory.links drop constraint links_kind_check;
alter table directory.links add constraint links_kind_check check (kind in (
  'queue', 'answer', 'invoice', 'statement', 'visit_card', 'terms', 'triage', 'vet', 'raw', 'offer', 'pack', 'portal', 'message'));

-- Reports are made as packs are; what is asked of one stands in `report`.
alter table exports add column report jsonb;
alter table exports drop constraint exports_kind_check;
alter table exports add constraint exports_kind_check check (kind in ('client', 'practice', 'report'));
alter table exports add check ((kind = 'report') = (report is not null));

-- The practice's plan, as it is paid for.
alter table directory.practices
  add column paid_until date, -- none: never paid; a trial lasts to trial_ends_on
  add column next_tier text check (next_tier in ('essential', 'professional', 'enterprise')), -- from the next cycle on
  add column is_past_due boolean not null default false, -- the last payment failed and is tried again
  add column billing_customer text unique,
  add column billing_subscription text unique,
  add column is_ending boolean not null default false, -- cancelled: nothing is paid after paid_until
  add column wishes text[] not null default '{}'; -- services for clients that the practice would like to have

-- What the provider of payments told us, each once.
create table directory.billing_events (
  id text primary key,
  came_at timestamptz not null default now()
);
grant select, insert, update, delete on directory.billing_events to pritchel_directory;

-- An invoice names the practice's number at the Farriers Registration Council, and is written where only the practice's own tables are in reach.
create function practice_frc() returns text language sql stable security definer set search_path = '' as $$
  select frc_number from directory.practices where id = nullif(current_setting('app.practice_id', true), '')::uuid
$$;
revoke all on function practice_frc() from public;
grant execute on function practice_frc() to pritchel_app;
