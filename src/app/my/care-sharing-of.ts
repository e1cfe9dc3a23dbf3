import type { CareForm, CareRow, CareSharing } from '#app/my/care-sharing-view.ts'
import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import type { CareConsent } from '#features/records/guests/care-contract.ts'
import {
  CARE_ROLES,
  careName,
  careStatesOf,
  careStateWords,
  costWords,
  goesOnUntil,
  inList,
  isCareEndable,
  mayGoOn,
  SPAN_CHOICES,
  serviceFor,
  USUAL_SPAN,
} from '#features/records/guests/care-rules.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { listCare, listOpenServices } from '#features/records/guests/server/care-queries.ts'
import { capital } from '#lib/capital.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf, shortDay } from '#lib/dates.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

type Of = {
  clientId: string
  horses: readonly { id: string; name: string }[]
  zone: string
  services: string | null
  typed: Partial<CareForm> | undefined
}

/** The vets and para-professionals of a client's horses, as their owner reads it. */
export async function careSharingOf(tx: PracticeTx, { clientId, horses, zone, services, typed }: Of): Promise<CareSharing> {
  const now = currentTime()
  // One that extends another is part of it until it is answered.
  const consents = (await listCare(tx, { clientIds: [clientId] }, zone)).filter(({ renewsId, agreedAt }) => !renewsId || agreedAt)
  const isOpen = (consent: CareConsent) => isCareEndable(consent, now) || mayGoOn(consent, now)
  const rows = consents.map((consent) => ({ consent, row: rowOf(consent, zone, now) }))
  const open = await listOpenServices(tx, clientId, zone)
  return {
    rows: rows.filter(({ consent }) => isOpen(consent)).map(({ row }) => row),
    ended: rows.filter(({ consent }) => !isOpen(consent)).map(({ row }) => row),
    roles: ROLES.map((role) => ({
      role,
      horses: horses.filter(({ id }) => open.some((one) => one.id === id && one.service === serviceFor(role))),
      costs: `${CLIENT_SERVICES[serviceFor(role)].name}. ${costWords(role, 'owner')}`,
    })),
    services,
    spans: SPAN_CHOICES,
    form: { ...EMPTY, ...typed, days: typed?.days ?? String(USUAL_SPAN[typed?.role ?? 'vet']) },
  }
}

const ROLES: readonly CareRole[] = ['vet', 'para-professional']
const EMPTY: CareForm = {
  ...{ role: 'vet', horseIds: [], name: '', practice: '', to: '', back: 'all', days: '', mayContact: false, fault: null },
}

function rowOf(consent: CareConsent, zone: string, now: Date): CareRow {
  const states = careStatesOf(consent, now)
  const day = (at: string) => dayAndYear(dayOf(at, zone))
  const opened = consent.horses
    .flatMap(({ openedAt }) => openedAt ?? [])
    .toSorted()
    .at(-1)
  const isAsked = states.some(({ state }) => state.is === 'asked')
  return {
    id: consent.id,
    name: careName(consent),
    lines: states.map(({ state, horses }) => `${inList(horses.map(({ name }) => name))}: ${lower(careStateWords(state, 'owner', zone))}`),
    detail: [
      `${capital(CARE_ROLES[consent.role].as)}, at ${consent.to}`,
      consent.regNumber && `registration ${consent.regNumber}, as they say`,
      askedWords(consent, day(consent.askedAt)),
      consent.notedBy && `${consent.notedBy} noted that you agree`,
      opened && `last opened ${shortDay(dayOf(opened, zone))}`,
    ]
      .filter(Boolean)
      .join(', '),
    words: consent.words,
    isAsked,
    goesOnUntil: mayGoOn(consent, now) ? dayAndYear(goesOnUntil(consent, dayOf(now, zone))) : null,
    isEndable: isCareEndable(consent, now) && !isAsked,
    pdf: consent.agreedAt ? consent.id : null,
  }
}

const askedWords = ({ askedBy, askedFor }: CareConsent, day: string): string =>
  askedBy === 'practice'
    ? `asked by your farrier on ${day}`
    : askedBy === 'carer'
      ? `asked for by ${askedFor ?? 'a colleague'}, who sees it already, on ${day}`
      : `let in by you on ${day}`

const lower = (words: string) => words.replace(/^./, (first) => first.toLowerCase())
