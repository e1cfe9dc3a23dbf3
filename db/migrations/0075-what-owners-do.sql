-- An owner takes their own horses off a visit, or too late for that asks for it: answers of their own kind.
alter table visit_answers drop constraint visit_answers_kind_check;
alter table visit_answers add constraint visit_answers_kind_check
  check (kind in ('confirmed', 'move', 'add_horse', 'box_rest', 'gate_code', 'cancel', 'cancelled'));

-- Up to which message of the practice's the client has read, in the portal. The server alone writes it.
alter table threads add column client_read_to timestamptz;
