-- What owners pay for services, once a month, by a card at Stripe.

alter table directory.seats drop constraint seats_ended_why_check;
alter table directory.seats add constraint seats_ended_why_check
  check (ended_why in ('owner', 'farrier', 'operator', 'gone', 'left', 'off', 'plan', 'unpaid'));

-- Who pays, and how that stands at Stripe: facts of its subscription, which is fetched again whenever something happened.
create table directory.customers (
  person_id uuid primary key references directory.people (id) on delete cascade,
  customer text not null unique,
  subscription text not null unique,
  began_on date not null,
  -- The period that runs: its first day, and the day of the next bill, which it doesn't have.
  billed_from date not null,
  billed_to date not null,
  -- The last day of what is paid; it is the day of a bill until that one is settled.
  paid_until date not null,
  is_past_due boolean not null default false,
  -- Nothing is billed after this period.
  is_ending boolean not null default false,
  -- It is over; another begins with a first payment.
  is_over boolean not null default false,
  -- Where a bill that is open is paid, and proven if the bank wants that.
  pay_url text
);
grant select, insert, update, delete on directory.customers to pritchel_directory;

-- What was chosen to be paid for by a first payment: nothing begins before that is known. A person has one page at Stripe that can be paid.
create table directory.checkouts (
  id uuid primary key,
  person_id uuid not null references directory.people (id) on delete cascade,
  practice_id uuid not null references directory.practices (id) on delete cascade,
  client_id uuid not null,
  service text not null check (service in ('portal', 'vet-integration', 'para-professional')),
  horse_ids uuid[] not null check (cardinality(horse_ids) between 1 and 100),
  made_at timestamptz not null default clock_now(),
  session text unique,
  -- Paid, and begun.
  done_at timestamptz,
  -- Nobody can pay on it any more.
  ended_at timestamptz,
  check (done_at is null or ended_at is not null)
);
create unique index checkouts_once on directory.checkouts (person_id) where ended_at is null;
create index on directory.checkouts (person_id);
create index on directory.checkouts (practice_id);
grant select, insert, update, delete on directory.checkouts to pritchel_directory;

-- What was charged for a seat, and what was given back of it. Receipts are kept for six years, without a name when the person is gone.
create table directory.seat_money (
  id uuid primary key,
  person_id uuid references directory.people (id) on delete set null,
  customer text not null,
  -- Its seat; one that is gone has ended.
  seat_id uuid not null,
  kind text not null check (kind in ('charge', 'back')),
  service text not null check (service in ('portal', 'vet-integration', 'para-professional')),
  pence integer not null check (pence > 0),
  -- The days it is for; the last of them is the day before `to_on`.
  from_on date not null,
  to_on date not null check (to_on > from_on),
  -- Of what a person began for the first time: within 14 days all of it is given back.
  is_first boolean not null default false,
  -- Of a charge: its invoice item, where it was not billed with the others of its month, and its invoice; none: the next one.
  item text,
  invoice text,
  -- Of what is given back: the charge, why, and what became of it: refunded, taken out of a bill before that was made, or never paid.
  of_id uuid references directory.seat_money (id),
  why text,
  way text check (way in ('refund', 'bill', 'void')),
  refund text,
  made_at timestamptz not null default clock_now(),
  -- Stripe knows of it.
  done_at timestamptz,
  check ((kind = 'back') = (of_id is not null and why is not null))
);
-- Each day of a seat is charged once, and of a charge is given back once.
create unique index seat_money_once on directory.seat_money (seat_id, from_on, kind);
create unique index seat_money_back_once on directory.seat_money (of_id);
create index on directory.seat_money (person_id);
create index on directory.seat_money (customer);
create index on directory.seat_money (customer) where done_at is null;
grant select, insert, update, delete on directory.seat_money to pritchel_directory;

-- Whom Stripe has still to forget, whoever deleted them here.
create table directory.left_customers (
  customer text primary key,
  subscription text not null,
  left_at timestamptz not null default clock_now()
);
grant select, insert, update, delete on directory.left_customers to pritchel_directory;

create function directory.note_left_customer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.left_customers (customer, subscription) values (old.customer, old.subscription) on conflict do nothing;
  return old;
end $$;
revoke all on function directory.note_left_customer() from public;
create trigger customers_left after delete on directory.customers for each row execute function directory.note_left_customer();

-- Pages of a first payment that could still be paid when who chose was deleted: what is paid on one is given back.
create table directory.left_checkouts (
  id uuid primary key,
  left_at timestamptz not null default clock_now()
);
grant select, insert, update, delete on directory.left_checkouts to pritchel_directory;

create function directory.note_left_checkout() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into directory.left_checkouts (id) values (old.id) on conflict do nothing;
  return old;
end $$;
revoke all on function directory.note_left_checkout() from public;
create trigger checkouts_left after delete on directory.checkouts for each row when (old.ended_at is null)
  execute function directory.note_left_checkout();
