-- Money put right: a transfer is one line of a statement, an invoice has one page where it is paid, VAT on the cash basis stays on its day.

-- Of lines that were said to be the same payment one stays so: the one the payment was made of, else the earliest. The others are open again.
do $$
declare practice record;
begin
  for practice in select id from directory.practices loop
    perform set_config('app.practice_id', practice.id::text, true);
    update bank_lines l set state = 'new', payment_id = null
    from (
      select k.id, row_number() over (
        partition by k.payment_id order by (p.provider_ref is not distinct from 'bank:' || k.id) desc, k.created_at, k.on_day, k.id) as place
      from bank_lines k join payments p on p.practice_id = k.practice_id and p.id = k.payment_id
      where k.practice_id = practice.id
    ) said
    where l.practice_id = practice.id and l.id = said.id and said.place > 1;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
drop index bank_lines_practice_id_payment_id_idx;
create unique index bank_lines_one_payment on bank_lines (practice_id, payment_id) where payment_id is not null;

-- One page an invoice where it can be paid by card: the one made last, and the account it was made in.
alter table invoices add column checkout_session text, add column checkout_account text;

-- On the cash basis the VAT and other income in money that settles an invoice, written as it settles: what moves later counts on the day it moves.
create table income_shares (
  practice_id uuid not null,
  id uuid not null,
  invoice_id uuid not null, -- or the credit note that carries money from its invoice to another
  payment_id uuid, -- whose money it is, and goes with it when it is removed; none: a credit note's
  counts_with uuid, -- the payment or refund on whose day it counts
  on_day date, -- or the day
  vat_pence integer not null, -- below nothing: taken back
  other_pence integer not null,
  primary key (practice_id, id),
  foreign key (practice_id, invoice_id) references invoices (practice_id, id),
  foreign key (practice_id, payment_id) references payments (practice_id, id),
  foreign key (practice_id, counts_with) references payments (practice_id, id),
  check (num_nonnulls(counts_with, on_day) = 1)
);
create index on income_shares (practice_id, invoice_id);
create index on income_shares (practice_id, payment_id);
create index on income_shares (practice_id, counts_with);
create index on income_shares (practice_id, on_day);
select seal_tenant_table('public.income_shares');

-- What settles something now counts as it was shown until today: with its payment. What a refund took back counted there too until the refund,
-- and is taken back with it.
do $$
declare practice record;
begin
  for practice in select id from directory.practices loop
    perform set_config('app.practice_id', practice.id::text, true);
    insert into income_shares (practice_id, id, invoice_id, payment_id, counts_with, vat_pence, other_pence)
    with billed as (
      select i.*, coalesce((select sum((line ->> 'netPence')::int) from jsonb_array_elements(coalesce(i.as_was -> 'lines', '[]'::jsonb)) line
        where line ->> 'kind' in ('late-fee', 'interest', 'compensation', 'late-cancellation')), 0) as other
      from invoices i where i.practice_id = practice.id and i.kind = 'invoice' and i.total_pence > 0
    ), refunded as (
      select refunds_payment_id as payment_id, (array_agg(id order by received_on desc, id desc))[1] as refund_id, -sum(amount_pence) as pence
      from payments where practice_id = practice.id and refunds_payment_id is not null and deleted_at is null group by 1
    ), pieces as (
      -- What settles now, in the order in which it was paid.
      select a.invoice_id, a.payment_id, a.payment_id as counts_with, a.amount_pence as pence,
        sum(a.amount_pence) over (partition by a.invoice_id order by p.received_on, a.id) as so_far
      from allocations a join payments p on p.practice_id = a.practice_id and p.id = a.payment_id and p.deleted_at is null
      where a.practice_id = practice.id and a.deleted_at is null
      union all
      -- What a refund took back whole: there with its payment, and gone with the refund.
      select a.invoice_id, a.payment_id, side.counts_with, side.sign * a.amount_pence, greatest(0, side.sign * a.amount_pence)
      from allocations a
      join payments p on p.practice_id = a.practice_id and p.id = a.payment_id and p.deleted_at is null
      join refunded r on r.payment_id = a.payment_id
      cross join lateral (values (1, a.payment_id), (-1, r.refund_id)) side(sign, counts_with)
      where a.practice_id = practice.id and a.deleted_at is not null
      union all
      -- What a refund took back in part, where the payment was used for one invoice and nothing of it is left over.
      select a.invoice_id, a.payment_id, side.counts_with, side.sign * part.pence, case side.sign when 1 then a.amount_pence + part.pence else a.amount_pence end
      from (
        select payment_id, (array_agg(invoice_id))[1] as invoice_id, sum(amount_pence) as amount_pence
        from allocations where practice_id = practice.id and payment_id is not null
        group by payment_id having count(*) = 1 and count(deleted_at) = 0
      ) a
      join payments p on p.practice_id = practice.id and p.id = a.payment_id and p.deleted_at is null
      join refunded r on r.payment_id = a.payment_id and p.amount_pence - r.pence = a.amount_pence
      join billed i on i.id = a.invoice_id
      cross join lateral (select least(r.pence, i.total_pence - i.paid_pence) as pence) part
      cross join lateral (values (1, a.payment_id), (-1, r.refund_id)) side(sign, counts_with)
      where part.pence > 0
    ), shares as (
      select s.invoice_id, s.payment_id, s.counts_with,
        round(s.so_far * i.vat_pence::numeric / i.total_pence) - round((s.so_far - s.pence) * i.vat_pence::numeric / i.total_pence) as vat,
        round(s.so_far * i.other::numeric / i.total_pence) - round((s.so_far - s.pence) * i.other::numeric / i.total_pence) as other
      from pieces s join billed i on i.id = s.invoice_id
    )
    select practice.id, gen_random_uuid(), invoice_id, payment_id, counts_with, vat, other from shares where vat <> 0 or other <> 0;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

-- Bank Rate was one figure for whatever debt; now changes are kept by their day. What was said holds from the day that counts for debts of the
-- half year it was said in: the last 30 June or 31 December.
do $$
declare
  practice record;
  said record;
  place bigint;
begin
  for practice in select id from directory.practices loop
    perform set_config('app.practice_id', practice.id::text, true);
    for said in select id, fees from money_settings where practice_id = practice.id and fees ? 'bankRateBp' loop
      update sync_counters set seq = seq + 1 where practice_id = practice.id returning seq into place;
      update money_settings set rev = rev + 1, seq = place, fees = (said.fees - 'bankRateBp') || case
        when jsonb_typeof(said.fees -> 'bankRateBp') = 'number' then jsonb_build_object('bankRates', jsonb_build_array(jsonb_build_object(
          'from', case when extract(month from now()) > 6 then to_char(now(), 'YYYY') || '-06-30'
            else to_char(now() - interval '1 year', 'YYYY') || '-12-31' end,
          'rateBp', said.fees -> 'bankRateBp')))
        else '{"chargesInterest": false}'::jsonb end
      where practice_id = practice.id and id = said.id;
    end loop;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;
