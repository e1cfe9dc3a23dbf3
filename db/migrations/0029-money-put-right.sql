-- Money put right: a transfer is one line of a statement.

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
