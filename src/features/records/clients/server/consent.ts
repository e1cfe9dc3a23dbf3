import type { ConsentHow } from '#features/records/clients/contract.ts'
import { currentTime } from '#lib/clock.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'

type Before = Pick<Row<'clients'>, 'marketing_consent_how'>

/** What is kept of an agreement to marketing: how, and when it was written down. Absent stays; the same again keeps its date. */
export function consentColumns(before: Before | undefined, how: ConsentHow | null | undefined) {
  if (how === undefined || how === (before?.marketing_consent_how ?? null)) return {}
  return { marketing_consent_how: how, marketing_consent_at: how ? currentTime() : null }
}

/** A client objects to marketing: what waits of it does not go. Messages about their own visits do. @throws client_not_found */
export async function withdrawConsent(tx: PracticeTx, actor: Actor, clientId: string): Promise<void> {
  const before = await rowForChange(tx, 'clients', clientId, 'client_not_found')
  const none = { marketing_consent_how: null, marketing_consent_at: null }
  await updateRow(tx, actor, before, 'clients', none, { verb: 'objected' })
}
