-- What guests may read of bills and terms: a client's own, and bills a helper's too with whom the client shares them.

-- For which clients a guest is there, and as what.
create function guest_access() returns table (client_id uuid, role text, sees_money boolean)
language sql stable security definer set search_path = '' as $$
  select c, 'holder', true from public.guest_clients() c where c = nullif(current_setting('app.as_client', true), '')::uuid
  union
  select a.client_id, a.role, a.role = 'holder' or a.sees_money from public.client_access a
  where a.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid
    and a.person_id = nullif(current_setting('app.person_id', true), '')::uuid
    and a.confirmed_at is not null and (a.until is null or a.until > public.clock_now())
    and a.client_id in (select public.guest_clients())
$$;
revoke all on function guest_access() from public;
grant execute on function guest_access() to pritchel_guest;

grant select (practice_id, id, kind, series, number, issued_on, due_on, total_pence, paid_pence, payer_client_id) on invoices to pritchel_guest;
create policy guest_sees_own on invoices as restrictive for select to pritchel_guest
  using (payer_client_id in (select a.client_id from guest_access() a where a.sees_money));

grant select (practice_id, id, payer_client_id, amount_pence, method, received_on, deleted_at) on payments to pritchel_guest;
create policy guest_sees_own on payments as restrictive for select to pritchel_guest
  using (payer_client_id in (select a.client_id from guest_access() a where a.sees_money));

grant select (practice_id, payment_id, credit_id, invoice_id, amount_pence, deleted_at) on allocations to pritchel_guest;
create policy guest_sees_own on allocations as restrictive for select to pritchel_guest using (invoice_id in (select i.id from invoices i));

grant select (practice_id, id, number, in_force_on) on terms_versions to pritchel_guest;
grant select (practice_id, id, client_id, version_id, deleted_at) on terms_acceptances to pritchel_guest;
create policy guest_sees_own on terms_acceptances as restrictive for select to pritchel_guest
  using (client_id in (select a.client_id from guest_access() a where a.role = 'holder'));
