import { type CastHorse, MORE_HORSES } from '#db/cast-horses.ts'
import { CAST_CLIENTS, type CastClient, type CastClientKey } from '#db/cast-people.ts'
import { CAST_YARDS, type CastYardKey } from '#db/cast-yards.ts'
import { DEMO_SLUG } from '#features/core/practice/rules.ts'
import { uuidOf } from '#lib/ids.ts'

/** A horse of the cast with its owner and its yard. */
export type CastHorseRow = CastHorse & { id: string; clientKey: CastClientKey; clientId: string; yard: CastYardKey | null }

const idOf = (kind: string, key: string) => uuidOf('cast', kind, key)

type Named = { id: string; name: string }
const named = <K extends string>(kind: string, from: Record<K, { name: string }>) =>
  Object.fromEntries(Object.entries<{ name: string }>(from).map(([key, { name }]) => [key, { id: idOf(kind, key), name }])) as Record<
    K,
    Named
  >

/** Who owes since months, and is offered no visit until it is paid. */
export const CAST_BAD_PAYER: CastClientKey = 'kevinStubbs'

/** Gareth's number in the Farriers Registration Council's register. */
export const FRC_NUMBER = 'D1234'

/** The demo practice by name, for tests and scripts: `cast.clients.sarahPenrose.id`. The ids are the same in every database. */
export const cast = {
  practice: { id: idOf('practice', 'demo'), name: 'Gareth Probert Farriery', slug: DEMO_SLUG, zone: 'Europe/London' },
  owner: {
    personId: idOf('person', 'gareth'),
    memberId: idOf('member', 'gareth'),
    firstName: 'Gareth',
    lastName: 'Probert',
    email: 'gareth.probert@pritchel.example',
  },
  clients: named('client', CAST_CLIENTS),
  yards: named('yard', CAST_YARDS),
}

/** All 95 horses; those no one needs by name have generated ones. */
export const castHorses: readonly CastHorseRow[] = horsesOf()

/** A horse by the name it has in `cast-people.ts`. */
export function castHorse(name: string): CastHorseRow {
  const horse = castHorses.find((one) => one.name === name)
  if (!horse) throw new Error(`the cast has no horse called ${name}`)
  return horse
}

function horsesOf(): CastHorseRow[] {
  const spare = [...MORE_HORSES]
  return Object.entries<CastClient>(CAST_CLIENTS).flatMap(([key, client]) => {
    const clientKey = key as CastClientKey
    const more = Array.from({ length: client.rest ?? 0 }, () => spare.shift()).filter((horse) => horse !== undefined)
    return [...(client.horses ?? []), ...more].map((horse) => ({
      ...horse,
      id: idOf('horse', `${key} ${horse.name}`),
      clientKey,
      clientId: cast.clients[clientKey].id,
      yard: client.yard ?? null,
    }))
  })
}
