import '#features/records/clients/server/tables.ts'
import { undoMerge } from '#features/records/clients/server/merge.ts'
import { clientSync, preferencesSync } from '#features/records/clients/server/service.ts'
import { capital } from '#lib/capital.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Entities, JournalLine, TableDeclaration } from '#platform/server/entity.ts'
import { ERASED_CLIENT } from '#platform/server/erased.ts'
import { UNDO_ALL, undoChange } from '#platform/server/undo.ts'

export const clientEntities = {
  clients: {
    sync: clientSync,
    journal: { kind: 'clients', noun: 'a client', named: { by: 'name' }, title: clientTitle, detail: detailOf },
    undo: { ...UNDO_ALL, merged: undoMerge },
    holding: {
      words: ['client record', 'client records'],
      with: [],
      names: ['payer_client_id'],
      kept: {
        columns: ['is_business'],
        blank: {
          name: `'${ERASED_CLIENT}'`,
          is_active: 'false',
          hides_from_yard: 'false',
          preferred_channel: `'none'`,
          tags: `'{}'`,
          not_same_as: `'{}'`,
        },
      },
    },
    loose: { not_same_as: 'the erased is taken out' },
    namesClient: ['payer_client_id'],
  },
  /** When two clients are merged, the user chooses whose preferences stay (`takeTexts`). */
  sms_preferences: {
    sync: preferencesSync,
    journal: { kind: 'clients', title: ({ nameIn }) => `Texts of ${nameIn('client_id') ?? 'a client'} set` },
    undo: { changed: undoChange },
    holding: { words: ['wish about texts', 'wishes about texts'], with: ['client_id'] },
    namesClient: [],
    derivedId: ({ client_id }) => client_id && uuidOf('sms_preferences', client_id),
  },
} satisfies Entities

export const clientTables = {
  client_access: {
    holding: { words: ['way into the portal', 'ways into the portal'], with: ['client_id'] },
    loose: { person_id: 'a person whom no practice knows any more goes', by_person: 'the same', by_member: 'a member' },
  },
} satisfies Record<string, TableDeclaration>

function clientTitle({ verb, named, textIn }: JournalLine): string {
  if (verb === 'erased') return 'A client was erased'
  if (verb === 'left_list') return `${named} left your list in ${textIn('list') ?? 'a newsletter'}, and wants no offers`
  const words = VERBS[verb]
  if (words) return `${named} ${words}`
  return `${capital(verb)} ${verb === 'added' && named !== 'a client' ? 'client ' : ''}${named}`
}

const VERBS: Readonly<Record<string, string>> = {
  texts_ended: 'wants no more texts',
  left_portal: 'closed their portal account',
  texts_begun: 'wants texts again',
  consented: 'agrees to offers',
  objected: 'wants no offers',
  packed: 'gets a pack of their data',
  erasing: 'is to be erased',
  invited: 'is invited to the portal',
  handed_over: 'was handed a link to the portal',
  invited_other: 'has somebody invited to the portal',
  other_joined: 'shares the portal with somebody',
  other_ended: 'no longer shares the portal with somebody',
  portal_ended: 'no longer sees the portal',
  shared_horse: 'shows a horse by a link',
  ended_link: 'shows a horse no longer: the link was ended',
  service_begun: 'has a service for a horse',
  service_ended: 'no longer has a service for a horse',
  left_yard_board: 'keeps their horses off the yard’s board',
  joined_yard_board: 'shows their horses on the yard’s board',
  removed_owing: 'was removed with money open',
}

function detailOf({ verb, textIn }: JournalLine, zone: string): string {
  const leftAt = verb === 'left_list' && textIn('left_at')
  if (leftAt) return `on ${shortDay(dayOf(leftAt, zone))} at ${timeOf(leftAt, zone)}`
  const name = verb === 'merged' && textIn('mergedName')
  return name ? `with ${name}` : ''
}
