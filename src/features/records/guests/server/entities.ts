import '#features/records/guests/server/tables.ts'
import { ASK_TITLES } from '#features/records/guests/rules.ts'
import { askSync } from '#features/records/guests/server/asks.ts'
import type { Entities, JournalLine, TableDeclaration } from '#platform/server/entity.ts'

export const guestEntities = {
  owner_asks: {
    sync: askSync,
    journal: { kind: 'clients', title: askTitle },
    holding: { words: ['thing they asked or said', 'things they asked or said'], with: ['client_id'], names: ['horse_id', 'yard_id'] },
    loose: { person_id: 'a person whom no practice knows any more goes' },
    namesClient: ['client_id'],
  },
} satisfies Entities

export const guestTables = {
  portal_invites: {
    holding: {
      words: ['invitation to the portal', 'invitations to the portal'],
      with: ['client_id', 'consent_id'],
      names: ['horse_id', 'yard_id'],
    },
    loose: { used_by: 'a person whom no practice knows any more goes', by_person: 'the same' },
  },
  care_consents: {
    holding: { words: ['agreement that a vet may look', 'agreements that vets may look'], with: ['client_id'] },
    loose: {
      horse_ids: 'ids without anything behind them',
      renews_id: 'what it goes on from is kept no longer than it is',
      colleague_of: 'the same',
      asked_person: 'a person whom no practice knows any more goes',
      agreed_person: 'the same',
      taken_back_person: 'the same',
    },
  },
  horse_services: {
    holding: { words: ['service of a horse', 'services of horses'], with: ['horse_id'] },
    loose: { person_id: 'a person whom no practice knows any more goes' },
  },
  horse_shares: {
    holding: { words: ['link to a horse', 'links to horses'], with: ['horse_id', 'client_id'] },
    loose: {
      person_id: 'a person whom no practice knows any more goes',
      ended_by_person: 'the same',
      photo_ids: 'an id without anything behind it',
    },
  },
  yard_access: {
    // Of a yard of theirs; a client who manages another's is known there as a person alone.
    holding: { words: ['manager of their yard', 'managers of their yard'], with: ['yard_id'] },
    loose: { person_id: 'a person whom no practice knows any more goes' },
  },
  guest_log: {
    holding: { words: ['look at what was shown to them', 'looks at what was shown to them'], with: ['client_id'] },
    loose: {
      person_id: 'a person whom no practice knows any more goes',
      subject_id: 'an id without anything behind it',
      share_id: 'the same',
    },
  },
} satisfies Record<string, TableDeclaration>

/** `Sarah Penrose says that a horse is sold`; the client's record shows the rest. */
function askTitle({ verb, after, nameIn }: JournalLine): string {
  const who = nameIn('client_id') ?? (after?.kind === 'yard' ? "A yard's manager" : 'An owner')
  if (verb === 'added' && after?.kind === 'words') return `Somebody who shares a horse of ${nameIn('client_id') ?? 'an owner'} wrote`
  if (verb === 'added') return `${who} ${ASK_TITLES[String(after?.kind) as keyof typeof ASK_TITLES]}`
  if (verb === 'taken_back') return `${who} took back what they had said`
  return ANSWERS[verb] ?? "Owner's request reopened"
}

const ANSWERS: Readonly<Record<string, string>> = {
  seen: "Owner's request seen",
  done: "Owner's request dealt with",
  declined: "Owner's request turned down",
}
