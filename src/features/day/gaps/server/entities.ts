import '#features/day/gaps/server/tables.ts'
import { offerSync } from '#features/day/gaps/server/service.ts'
import { shortDay } from '#lib/dates.ts'
import type { Entities, JournalLine } from '#platform/server/entity.ts'
import { ifAny } from '#platform/server/journal-words.ts'

export const gapEntities = {
  slot_offers: {
    sync: offerSync,
    journal: { kind: 'texts', title: offerTitle },
    holding: { words: ['offer of a slot', 'offers of slots'], with: ['client_id'], names: ['yard_id', 'appointment_id'] },
    loose: { gap_id: 'goes with the offer' },
    namesClient: ['client_id'],
  },
} satisfies Entities

const offerTitleAdded = ({ after, nameIn }: JournalLine) =>
  `Offered ${nameIn('client_id') ?? 'A client'} a slot${ifAny(' on ', typeof after?.on_day === 'string' && shortDay(after.on_day))}`

function offerTitle(line: JournalLine): string {
  return line.verb === 'added' ? offerTitleAdded(line) : `A slot offered: ${VERBS[line.verb] ?? line.verb}`
}

const VERBS: Readonly<Record<string, string>> = { taken: 'somebody said yes', declined: 'somebody said no' }
