-- Closing out work that stands on no list ("Check", "Lost shoe refit") counted as a service and moved the horse's next due date. Where nobody
-- has touched such a record since, it is put right, and the practice gets the list as something to do. No text follows: followers run in the
-- server, not here.

-- As features/horses/rules.ts nextDueOn.
create function pg_temp.due_after(served date, days integer, winter integer) returns date language plpgsql as $$
declare
  remaining bigint := days * winter;
  at date := served;
  share integer;
  turn date;
  needed integer;
begin
  if winter is null then return served + days; end if;
  loop
    share := case when extract(month from at) between 4 and 9 then winter else days end;
    turn := case when extract(month from at) < 4 then make_date(extract(year from at)::int, 4, 1)
      when extract(month from at) < 10 then make_date(extract(year from at)::int, 10, 1)
      else make_date(extract(year from at)::int + 1, 4, 1) end;
    needed := ceil(remaining::numeric / share);
    if needed <= turn - at then return at + needed; end if;
    remaining := remaining - (turn - at) * share;
    at := turn;
  end loop;
end $$;

-- An id of this moment, as the journal is ordered by.
create function pg_temp.new_id() returns uuid language sql volatile as $$
  select overlay(gen_random_uuid()::text placing left(ms, 8) || '-' || right(ms, 4) || '-7' from 1 for 15)::uuid
  from (select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as ms) now
$$;

create temporary table put_right (
  id uuid, horse_id uuid, name text, service_type text, work_date date, was_due date, due date, last_on date, last_type text
) on commit drop;

do $$
declare
  practice uuid;
  before bigint;
  works integer;
  horses_moved integer;
  horses_named integer;
  task uuid;
  task_title text;
begin
  for practice in select id from directory.practices loop
    perform set_config('app.practice_id', practice::text, true);
    select seq into before from sync_counters where practice_id = practice for update;
    continue when before is null; -- registered half-way: nobody can reach it
    truncate put_right;

    insert into put_right (id, horse_id, name, service_type, work_date, was_due)
      select w.id, h.id, h.name, w.service_type, w.work_date, h.next_due_on
      from work_entries w join horses h on h.practice_id = w.practice_id and h.id = w.horse_id
      where w.practice_id = practice and w.resets_cycle and w.deleted_at is null and w.fw = '{}'
        and w.visit_horse_id is not null -- closed out; a record written by hand asked
        and w.service_type not in ('Trim', 'Front shoes new', 'Hind shoes new', 'Full set new', 'Front refit', 'Hind refit', 'Full set refit')
        and not exists (select from service_types k where k.practice_id = practice and k.service_type = w.service_type)
        and not exists (
          select from work_templates t where t.practice_id = practice and t.service_type = w.service_type and t.resets_cycle)
        and not exists (select from unnest(h.cycle_rules) rule where rule ->> 'serviceType' = w.service_type);
    select count(*), count(distinct horse_id) into works, horses_named from put_right;
    continue when works = 0;

    update work_entries w set resets_cycle = false, rev = w.rev + 1, seq = before + p.place
      from (select id, row_number() over (order by work_date, id) as place from put_right) p
      where w.practice_id = practice and w.id = p.id;
    insert into activity (practice_id, id, entity, entity_id, verb, before, after)
      select practice, pg_temp.new_id(), 'work_entries', id, 'changed', '{"resets_cycle": true}', '{"resets_cycle": false}' from put_right;

    update put_right p set last_on = l.work_date, last_type = l.service_type
      from (select distinct on (horse_id) horse_id, work_date, service_type from work_entries
        where practice_id = practice and resets_cycle and deleted_at is null
        order by horse_id, work_date desc, id desc) l
      where l.horse_id = p.horse_id;
    update put_right p set due = pg_temp.due_after(p.last_on, c.days, c.winter)
      from (select h.id, q.last_type,
          case when rule is null then h.cycle_days else (rule ->> 'days')::integer end as days,
          case when rule is null then h.winter_cycle_days else (rule ->> 'winterDays')::integer end as winter
        from (select distinct horse_id, last_type from put_right) q
          join horses h on h.practice_id = practice and h.id = q.horse_id
          left join lateral (select rule from unnest(h.cycle_rules) rule where rule ->> 'serviceType' = q.last_type limit 1) r on true) c
      where c.id = p.horse_id and c.days is not null and p.last_on is not null;
    update horses h set last_service_on = p.last_on, last_service_type = p.last_type, next_due_on = p.due,
        rev = h.rev + 1, seq = before + works + p.place
      from (select horse_id, last_on, last_type, due, row_number() over (order by horse_id) as place
        from (select distinct horse_id, last_on, last_type, due from put_right) each) p
      where h.practice_id = practice and h.id = p.horse_id and h.deleted_at is null;

    select count(distinct horse_id) into horses_moved from put_right where due is distinct from was_due;
    task := pg_temp.new_id();
    task_title := case when horses_moved > 0
      then 'Next due date put right for ' || horses_moved || case when horses_moved = 1 then ' horse' else ' horses' end
      else 'Work that was no service put right for ' || horses_named || case when horses_named = 1 then ' horse' else ' horses' end end;
    insert into tasks (practice_id, id, title, notes, member_id, rev, seq)
      select practice, task, task_title, left(
        'Work on no list of yours was counted as a service. It no longer is. If any was one, open its record and tick "Starts the cycle anew".'
          || chr(10) || string_agg(line, chr(10) order by moved desc, name, horse_id), 9900),
        (select id from members where practice_id = practice order by (role = 'owner') desc, deleted_at is null desc, id limit 1),
        1, before + works + horses_named + 1
      from (select horse_id, name, due is distinct from was_due as moved,
          name || ': ' || string_agg(lower(service_type) || ' ' || to_char(work_date, 'FMDD Mon YYYY'), ', ' order by work_date desc, id)
            || '. Next due ' || case when due is null then 'not known' else to_char(due, 'FMDD Mon YYYY') end
            || case when due is distinct from was_due and was_due is not null then ', was ' || to_char(was_due, 'FMDD Mon YYYY') else '' end
            || '.' as line
        from put_right group by horse_id, name, due, was_due) horses;
    insert into activity (practice_id, id, entity, entity_id, verb, after)
      values (practice, pg_temp.new_id(), 'tasks', task, 'added', jsonb_build_object('title', task_title));
    update sync_counters set seq = before + works + horses_named + 1 where practice_id = practice;
  end loop;
  perform set_config('app.practice_id', '', true);
end $$;

drop table put_right;
drop function pg_temp.due_after(date, integer, integer);
drop function pg_temp.new_id();
