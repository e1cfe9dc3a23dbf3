import type { HorseRow } from '#features/records/horses/contract.ts'
import { plainNumber } from '#features/records/horses/numbers.ts'

/** What two horses may have in common that one horse has. */
type HorseLikeness = { id: string | undefined; name: string; clientId: string; ueln: string; microchip: string }
export type Likeness<H> = { horse: H; shared: 'microchip' | 'UELN' | 'name and owner' }

/** A horse on record that may be the one being written down: the same number, else the same name with the same owner. */
export function findLike<H extends Pick<HorseRow, 'id' | 'name' | 'clientId' | 'ueln' | 'microchip'>>(
  horses: readonly H[],
  { id, name, clientId, ueln, microchip }: HorseLikeness,
): Likeness<H> | undefined {
  const others = horses.filter((horse) => horse.id !== id)
  const by = (shared: Likeness<H>['shared'], fits: (horse: H) => boolean): Likeness<H> | undefined => {
    const horse = others.find(fits)
    return horse && { horse, shared }
  }
  const [chip, number, called] = [plainNumber(microchip), plainNumber(ueln), plainName(name)]
  return (
    (chip ? by('microchip', (horse) => plainNumber(horse.microchip) === chip) : undefined) ??
    (number ? by('UELN', (horse) => plainNumber(horse.ueln) === number) : undefined) ??
    (called && clientId ? by('name and owner', (horse) => horse.clientId === clientId && plainName(horse.name) === called) : undefined)
  )
}

const plainName = (name: string) => name.trim().toLowerCase()
