-- Whoever is invited by an address of their own is sent a code there, though no client has it, and finds the invitation once they have proven it.

alter table directory.links add column address_hash bytea;
create index on directory.links (address_hash) where address_hash is not null;

create function set_invited_address(invite uuid, address bytea) returns void
language sql security definer set search_path = '' as $$
  update directory.links set address_hash = address
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and kind = 'portal' and subject_id = invite
$$;
revoke all on function set_invited_address(uuid, bytea) from public;
grant execute on function set_invited_address(uuid, bytea) to pritchel_app;
