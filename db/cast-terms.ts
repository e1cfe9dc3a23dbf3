import type { Insertable } from 'kysely'
import { cast } from '#db/cast.ts'
import { SAMPLE_TERMS } from '#features/records/terms/rules.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare = Omit<Insertable<Tables['terms_acceptances']>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

const VERSION = uuidOf('cast', 'terms', '1')

/** The sample terms, in force since they were first sent to a client. */
export const insertTerms = async (tx: PracticeTx, today: Day): Promise<void> => {
  await tx
    .insertInto('terms_versions')
    .values({
      ...{ practice_id: cast.practice.id, id: VERSION, number: 1, member_id: null },
      in_force_on: addDays(today, -120),
      sections: JSON.stringify(SAMPLE_TERMS),
    })
    .execute()
}

/** The clients who accepted it: two by the link they were sent, one at the yard. */
export const acceptanceRows = (today: Day): Bare[] => [
  { ...byLink('emmaLacey', 'Emma Lacey', addDays(today, -118)), from_agent: IPHONE },
  { ...byLink('fionaGarrod', 'Fiona Garrod', addDays(today, -64)), from_agent: ANDROID },
  {
    ...acceptance('joannaMarsh', addDays(today, -90)),
    ...{ acceptance_method: 'verbal', notes: 'At the yard, read through together.', member_id: cast.owner.memberId },
    ...{ typed_name: null, from_address: null, from_agent: null },
  },
]

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'

const acceptance = (whose: keyof typeof cast.clients, onDay: Day) => ({
  id: uuidOf('cast', 'accepted', whose),
  client_id: cast.clients[whose].id,
  version_id: VERSION,
  terms_version: '1',
  accepted_at: instantOf(onDay, '19:25', cast.practice.zone),
})

const byLink = (whose: keyof typeof cast.clients, typed_name: string, onDay: Day) => ({
  ...acceptance(whose, onDay),
  ...{ acceptance_method: 'web' as const, notes: null, typed_name, from_address: '203.0.113.0', member_id: null },
})
