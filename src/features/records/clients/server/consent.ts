import type { ConsentHow } from '#features/records/clients/contract.ts'
import { currentTime } from '#lib/clock.ts'
import type { Row } from '#platform/server/database/rows.ts'

type Before = Pick<Row<'clients'>, 'marketing_consent_how'>

/** The stored fields of an agreement to marketing: how, and when it was recorded. An absent value stays; the same value again keeps its date. */
export function consentColumns(before: Before | undefined, how: ConsentHow | null | undefined) {
  if (how === undefined || how === (before?.marketing_consent_how ?? null)) return {}
  return { marketing_consent_how: how, marketing_consent_at: how ? currentTime() : null }
}
