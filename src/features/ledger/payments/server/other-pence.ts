import { sql } from 'kysely'
import { EXTRA_KINDS } from '#features/ledger/payments/rules.ts'

/** The part of an invoice or credit note `i`, without VAT, that is not for work: by its own lines, which never change. */
export const OTHER_PENCE = sql<number>`(select coalesce(sum((line ->> 'netPence')::int), 0)::int
  from jsonb_array_elements(coalesce(i.as_was -> 'lines', '[]'::jsonb)) line where line ->> 'kind' in (${sql.join(EXTRA_KINDS)}))`
