import { useClient } from '#features/records/clients/web/data.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { givenAway } from '#features/records/photo-consents/given-away.ts'
import { useYard } from '#features/records/yards/web/data.ts'

type Whose = Pick<KnownHorse, 'clientId' | 'yardId'>

/** What in words for a public picture of a horse gives its owner away, a sentence each; empty where nothing does, as far as this device knows. */
export function useGivenAway(horse: Whose | null | undefined, words: string): string[] {
  const client = useClient(horse?.clientId)
  const yard = useYard(horse?.yardId)
  return givenAway(words, {
    owner: [client?.name, client?.businessName],
    places: [yard?.name, yard?.address, yard?.postcode, client?.address, client?.postcode],
  })
}
