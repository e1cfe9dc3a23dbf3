-- An owner takes their own horses off a visit, or too late for that asks for it: answers of their own kind.
alter table visit_answers drop constraint visit_answers_kind_check;
alter table visit_answers add constraint visit_answers_kind_check
  check (kind in ('confirmed', 'move', 'add_horse', 'box_rest', 'gate_code', 'cancel', 'cancelled'));

-- Up to which message of the practice's the client has read, in the portal. The server alone writes it.
alter table threads add column client_read_to timestamptz;

-- A guest reads their own conversations: what was written, and when.
grant select (practice_id, id, client_id, subject, is_emergency, client_read_to, last_client_at, last_message_at, deleted_at) on threads
  to pritchel_guest;
create policy guest_sees_own on threads as restrictive for select to pritchel_guest using (client_id in (select guest_clients()));
grant select (practice_id, id, thread_id, client_id, sender_type, content, is_auto_reply, sent_at, deleted_at) on messages to pritchel_guest;
create policy guest_sees_own on messages as restrictive for select to pritchel_guest using (client_id in (select guest_clients()));
