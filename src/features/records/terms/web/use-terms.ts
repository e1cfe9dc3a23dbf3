import type { Client } from '#features/records/clients/contract.ts'
import type { KnownClient } from '#features/records/clients/web/data.ts'
import type { SentTerms, TermsAcceptance } from '#features/records/terms/contract.ts'
import type { KnownAcceptance } from '#features/records/terms/web/data.ts'
import { byName } from '#lib/collate.ts'
import { memoLast } from '#lib/memo-last.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** One client's terms status. */
export type TermsStatus = {
  client: KnownClient
  /** Their newest acceptance. */
  accepted: KnownAcceptance | undefined
  /** The terms went to them, and they have not accepted since. */
  waiting: SentTerms | undefined
}

/** Every active client, by name, with their terms status; undefined while that loads. `sent`: undefined until the server has returned it. */
export function useTermsStatuses(sent: readonly SentTerms[] | undefined): readonly TermsStatus[] | undefined {
  const clients = useRows<Client>('clients')
  const acceptances = useRows<TermsAcceptance>('terms_acceptances')
  return clients && acceptances && termsStatusesOf(clients, acceptances, sent ?? NONE)
}

const NONE: readonly SentTerms[] = []

const termsStatusesOf = memoLast(
  (clients: readonly KnownClient[], acceptances: readonly KnownAcceptance[], sent: readonly SentTerms[]): TermsStatus[] => {
    const accepted = new Map<string, KnownAcceptance>()
    for (const one of acceptances) {
      const newest = accepted.get(one.clientId)
      if (!newest || one.acceptedAt > newest.acceptedAt) accepted.set(one.clientId, one)
    }
    const sentTo = new Map(sent.map((one) => [one.clientId, one]))
    return clients
      .filter((client) => client.isActive || accepted.has(client.id))
      .map((client) => {
        const [has, was] = [accepted.get(client.id), sentTo.get(client.id)]
        return { client, accepted: has, waiting: was && (!has || has.acceptedAt < was.sentAt) ? was : undefined }
      })
      .sort((a, b) => byName(a.client, b.client))
  },
)
