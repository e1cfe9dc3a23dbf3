-- Links to visit cards can be taken back. The app role can read and change no link, so this does it for its own practice: every link of a
-- kind to a subject, of one client or of all.
create function revoke_links(of_kind text, of_subject uuid, of_client uuid default null) returns void
language sql security definer set search_path = '' as $$
  update directory.links set revoked_at = now()
  where practice_id = nullif(current_setting('app.practice_id', true), '')::uuid and kind = of_kind and subject_id = of_subject
    and (of_client is null or client_id = of_client) and revoked_at is null
$$;
revoke all on function revoke_links(text, uuid, uuid) from public;
grant execute on function revoke_links(text, uuid, uuid) to pritchel_app;
