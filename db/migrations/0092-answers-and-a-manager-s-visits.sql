-- What the farrier answers to who shares a horse or manages a yard, read where it was written; and a manager's visits in their list and calendar.

-- answers ---------------------------------------------------------------------------------------------------------

alter table owner_asks
  add column reply text,
  add column replied_at timestamptz,
  add column replied_by uuid,
  add foreign key (practice_id, replied_by) references members (practice_id, id),
  -- A client has conversations: nobody else reads an answer here.
  add check (reply is null or kind in ('words', 'yard')),
  add check ((reply is null) = (replied_at is null) and (reply is null) = (replied_by is null));
create index on owner_asks (practice_id, replied_by);

grant select (yard_id, reply, replied_at) on owner_asks to pritchel_guest;
-- Words are read by whoever wrote them, as long as the horse is shared with them or the yard is theirs; the rest by whose record it is about.
alter policy guest_sees_own on owner_asks using (
  (kind not in ('access', 'words', 'yard') and client_id in (select guest_clients()))
  or (person_id = nullif(current_setting('app.person_id', true), '')::uuid and (
    (kind = 'words' and (horse_id, client_id) in (select s.horse_id, s.client_id from guest_shared() s))
    or (kind = 'yard' and yard_id in (select y.yard_id from guest_yards() y)))));

-- a manager's visits ----------------------------------------------------------------------------------------------

-- The visits at a manager's yards between two days, each with its horses: what the board shows of them, with what a calendar tells a changed entry
-- by. One that was called off keeps the horses it was for.
create function guest_yard_visits(from_day date, to_day date)
returns table (visit_id uuid, yard_id uuid, yard text, rev integer, on_day date, starts_at timestamptz, ends_at timestamptz, zone text,
  local_start time, is_call_only boolean, call_period text, status text, horses text[])
language sql stable security definer rows 100 set search_path = '' as $$
  select v.id, g.yard_id, g.name, v.rev, v.on_day, v.starts_at, v.ends_at, v.zone, v.local_start, v.is_call_only, v.call_period, v.status,
    coalesce(array_agg(h.name order by l.place, l.id) filter (
      where h.name is not null and h.deleted_at is null and (h.gone_on is null or h.gone_on > v.on_day)), '{}')
  from public.guest_yards() g
  join public.appointments v on v.practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and v.yard_id = g.yard_id
  left join public.visit_horses l on l.practice_id = v.practice_id and l.appointment_id = v.id
    and (l.deleted_at is null or v.status = 'cancelled')
  left join public.horses h on h.practice_id = v.practice_id and h.id = l.horse_id
  left join public.clients c on c.practice_id = v.practice_id and c.id = coalesce(h.client_id, l.client_id, v.client_id)
  where v.on_day between from_day and to_day and v.status in ('booked', 'done', 'cancelled', 'no_show') and v.deleted_at is null
    and c.hides_from_yard is not true
  group by v.practice_id, v.id, g.yard_id, g.name
  order by v.starts_at, v.id
$$;
revoke all on function guest_yard_visits(date, date) from public;
grant execute on function guest_yard_visits(date, date) to pritchel_guest;
