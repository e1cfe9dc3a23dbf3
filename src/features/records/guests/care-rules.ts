import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import type { CareConsent, CareHorse, HorseCare } from '#features/records/guests/care-contract.ts'
import type { CareRole } from '#features/records/guests/rules.ts'
import { addDays, addMonths, type Day, dayAndYear, dayOf } from '#lib/dates.ts'
import { pounds } from '#lib/money.ts'

/** The page on which an owner agrees that a carer may see their horses, and withdraws it; its token follows. */
export const CONSENT_PATH = '/agree/'
const LONGEST_DAYS = 365
/** Days a carer may look unless another span, a year at most, is chosen: lameness is over in three months, physiotherapy takes longer. */
export const USUAL_SPAN: Readonly<Record<CareRole, number>> = { vet: 90, 'para-professional': 183 }
/** The days that may be chosen. */
export const SPAN_CHOICES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '183', label: '6 months' },
  { value: '365', label: 'A year' },
] as const
/** How far back the record is open, as it is chosen. */
export type CareBack = 'all' | 'year' | 'quarter' | 'today'
/** The day from which it is; null: as far back as its owner reads it. */
export const backTo = (back: CareBack, today: Day): Day | null =>
  back === 'all' ? null : back === 'today' ? today : addMonths(today, back === 'year' ? -12 : -3)
/** So many days before its end, the owner gets a request to let it go on. */
export const ASK_AGAIN_DAYS = 14
/** What was agreed is kept for so long after its end. */
export const CONSENT_YEARS = 6
/** Of a registration number, in any form its body has it. */
export const LONGEST_REG = 40

/** The service that lets a carer of a role see a horse. */
export const serviceFor = (role: CareRole) => (role === 'vet' ? 'vet-integration' : 'para-professional')

/** Why an agreement no longer shows anyone anything. */
type CareEnd = 'declined' | 'taken-back' | 'left' | 'ended' | 'over' | 'unanswered' | 'sold' | 'dead' | 'service' | 'access' | 'off'

/** Its state: waits for the owner or the farrier, invited, in, or ended and why. It is computed each time, so no job has to end one. */
export type CareState =
  | { is: 'asked' }
  | { is: 'waits' }
  | { is: 'sent'; until: string }
  | { is: 'open'; until: string }
  | { is: 'ended'; why: CareEnd }

type Facts = Pick<CareConsent, 'untilAt' | 'agreedAt' | 'approvedAt' | 'refusedAt' | 'takenBackAt' | 'invitedUntil' | 'isOff' | 'isLetIn'>
type HorseFacts = Pick<CareHorse, 'standing' | 'isServiceOpen' | 'serviceOpenUntil' | 'grantedUntil' | 'grantEndedAt' | 'grantEndedBy'>

/** An agreement's state for one of its horses. The check of the database (`cared_for`) lets in exactly where this returns `open`. */
export function careStateOf(agreement: Facts, horse: HorseFacts, now: Date): CareState {
  const why = endOf(agreement, horse, now)
  if (why) return { is: 'ended', why }
  if (!agreement.agreedAt) return { is: 'asked' }
  if (!agreement.approvedAt) return { is: 'waits' }
  if (horse.grantedUntil) return { is: 'open', until: horse.grantedUntil }
  return agreement.invitedUntil ? { is: 'sent', until: agreement.invitedUntil } : { is: 'ended', why: 'unanswered' }
}

function endOf(agreement: Facts, horse: HorseFacts, now: Date): CareEnd | undefined {
  // What a person did comes before what happened: it is what they look for.
  if (agreement.refusedAt) return 'declined'
  if (agreement.takenBackAt) return 'taken-back'
  if (horse.grantEndedAt) return horse.grantEndedBy === 'invited' ? 'left' : 'ended'
  if (horse.standing !== 'theirs') return horse.standing
  if (Date.parse(horse.grantedUntil ?? agreement.untilAt) <= now.getTime()) return 'over'
  if (agreement.isOff) return 'off'
  if (!agreement.isLetIn) return 'access'
  return isStillOpen(horse.isServiceOpen, horse.serviceOpenUntil, now) ? undefined : 'service'
}

/** Whether a service that was open by the server's last answer is open now. */
export const isStillOpen = (wasOpen: boolean, until: string | null, now: Date): boolean =>
  wasOpen && (until === null || now.getTime() < Date.parse(until))

/** The horses of an agreement by state, in their order. */
export function careStatesOf(agreement: CareConsent, now: Date): { state: CareState; horses: CareHorse[] }[] {
  const groups = new Map<string, { state: CareState; horses: CareHorse[] }>()
  for (const horse of agreement.horses) {
    const state = careStateOf(agreement, horse, now)
    const key = JSON.stringify(state)
    const group = groups.get(key) ?? { state, horses: [] }
    group.horses.push(horse)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Whether there is something to end: what is requested, waits, is sent or open, or would be open again. */
export const isCareEndable = (agreement: CareConsent, now: Date): boolean =>
  careStatesOf(agreement, now).some(({ state }) => state.is !== 'ended' || MAY_COME_BACK.includes(state.why))

const MAY_COME_BACK: readonly CareEnd[] = ['service', 'off', 'access']

/** Whether an owner may let it go on: while it is open, and after it ran out. */
export const mayGoOn = (agreement: CareConsent, now: Date): boolean =>
  careStatesOf(agreement, now).some(
    ({ state, horses }) =>
      horses.some(({ grantedUntil }) => grantedUntil !== null) && (state.is === 'open' || (state.is === 'ended' && state.why === 'over')),
  )

/** The last day when an agreement goes on: as long again, a year from today at most. */
export function goesOnUntil({ role, untilOn }: Pick<CareConsent, 'role' | 'untilOn'>, today: Day): Day {
  const again = addDays(untilOn > today ? untilOn : today, USUAL_SPAN[role])
  return isCareUntil(again, today) ? again : addDays(today, LONGEST_DAYS)
}

/** Whether a day can be the last of an agreement that is made today. */
export const isCareUntil = (day: Day, today: Day): boolean => day > today && day <= addDays(today, LONGEST_DAYS)

type Reader = 'owner' | 'practice'

/** The state, in a few words. */
export function careStateWords(state: CareState, reader: Reader, zone: string): string {
  switch (state.is) {
    case 'asked':
      return reader === 'owner' ? 'Waits for your yes' : 'Asked, waits for the owner’s yes'
    case 'waits':
      return reader === 'owner' ? 'Waits for your farrier' : 'Waits for your yes'
    case 'sent':
      return `Invited, not in yet. The invitation is good until ${lastDay(state.until, zone)}`
    case 'open':
      return `Sees it until ${lastDay(state.until, zone)}`
    case 'ended':
      return reader === 'owner' ? (OWNERS_WORDS[state.why] ?? END_WORDS[state.why]) : END_WORDS[state.why]
  }
}

/** The state of a colleague's request, for the carer who made it: what became of it, and nothing of the horse. */
export function colleagueWords(state: CareState, { approvedAt, refusedBy }: Pick<CareConsent, 'approvedAt' | 'refusedBy'>): string {
  switch (state.is) {
    case 'asked':
      return approvedAt ? 'The farrier has said yes. Waits for the owner' : 'Waits for the owner'
    case 'waits':
      return 'The owner has said yes. Waits for the farrier'
    case 'sent':
      return 'Let in. They’re invited, and not in yet'
    case 'open':
      return 'Let in'
    case 'ended':
      return state.why === 'declined' ? SAID_NO[refusedBy ?? 'owner'] : 'Ended'
  }
}

const SAID_NO = { owner: 'The owner has said no', practice: 'The farrier has said no', invited: 'They have said no themselves' } as const

const END_WORDS: Readonly<Record<CareEnd, string>> = {
  declined: 'Ended: somebody said no',
  'taken-back': 'Ended: taken back',
  left: 'Ended: they stopped it themselves',
  ended: 'Ended',
  over: 'Ran out',
  unanswered: 'Ended: the invitation ran out',
  sold: 'Ended: the horse is somebody else’s now',
  dead: 'Ended: the horse has died',
  service: 'Closed: the service it needs isn’t open',
  access: 'Closed: who agreed is no longer in the portal',
  off: 'Closed while the portal is off',
}
const OWNERS_WORDS: Partial<Record<CareEnd, string>> = { sold: 'Ended: the horse isn’t yours any more' }

/** Of the last moment. */
const lastDay = (at: string, zone: string) => dayAndYear(dayOf(Date.parse(at) - 1, zone))

export const CARE_ROLES = {
  vet: { label: 'A vet', as: 'as a vet' },
  'para-professional': { label: 'A physio or other para-professional', as: 'as a physio or other para-professional' },
} as const satisfies Record<CareRole, { label: string; as: string }>

type To = Pick<CareConsent, 'toName' | 'toPractice'>
/** `Mia Bevan, Teme Vets`. */
export const careName = ({ toName, toPractice }: To): string => [toName, toPractice].filter(Boolean).join(', ')

type Agreed = To & Pick<CareConsent, 'role' | 'backToOn' | 'untilOn' | 'mayContact'> & { horses: readonly string[] }

/** What an owner agrees to, word for word as they read it and as it is kept. */
export const agreedWords = (agreed: Agreed): string =>
  [
    `${careName(agreed)} may see ${inList(agreed.horses)} ${CARE_ROLES[agreed.role].as}, until ${dayAndYear(agreed.untilOn)}.`,
    agreed.backToOn ? `The record is open from ${dayAndYear(agreed.backToOn)} on.` : 'The record is open as far back as I see it myself.',
    'They see the work, the feet, findings, photos, films and files, how to handle the horse, and the day of its next visit. They can write notes and add files of their own.',
    'They see no bills, no messages and none of my other horses.',
    agreed.mayContact ? 'They see my number and may ring me.' : 'They don’t see my number.',
    'I can take this back at any time, and it ends at once.',
  ].join(' ')

/** The question in a text, which has no room for more. Signs that would make it longer are left out. */
export const askedShortly = (asked: Pick<Agreed, 'toName' | 'toPractice' | 'role' | 'untilOn' | 'horses'>): string =>
  `may ${careName(asked)} see the record of ${inList(asked.horses)} ${CARE_ROLES[asked.role].as} until ${dayAndYear(asked.untilOn)}?`

/** The same of one that ends soon. */
export const askedAgain = (asked: Parameters<typeof askedShortly>[0] & { endsOn: Day }): string =>
  `what ${careName(asked)} can see of ${inList(asked.horses)} ends on ${dayAndYear(asked.endsOn)}. Go on until ${dayAndYear(asked.untilOn)}?`

/** The notification to an owner whose consent a member has recorded. */
export const toldShortly = (told: Parameters<typeof askedShortly>[0]): string =>
  `I noted that you agree: ${careName(told)} may see the record of ${inList(told.horses)} ${CARE_ROLES[told.role].as} until ${dayAndYear(told.untilOn)}.`

/** What the service is that lets a carer see a horse, what it costs, and whom. */
export const costWords = (role: CareRole, reader: Reader): string => {
  const payer = reader === 'owner' ? 'You pay' : 'The owner pays'
  return `${SEES[role]} ${payer} ${pounds(CLIENT_SERVICES[serviceFor(role)].pence)} a horse a month for it.`
}

/** `a plan, 2 notes and 3 films`; undefined: nothing. */
export function newsWords(news: HorseCare['news'][number] | undefined): string | undefined {
  const said = news && KINDS.flatMap(([kind, one]) => (news[kind] ? [news[kind] === 1 ? `a ${one}` : `${news[kind]} ${one}s`] : []))
  return said?.length ? inList(said) : undefined
}

const KINDS = [
  ['plans', 'plan'],
  ['notes', 'note'],
  ['films', 'film'],
  ['files', 'file'],
  ['marks', 'measurement'],
] as const

const SEES = {
  vet: 'The horse’s vet sees its record and adds films, notes and shoeing plans.',
  'para-professional': 'A physio or other para-professional sees what was done and adds notes and files.',
} as const

/** `Seren, Bramble and Fly`. */
export const inList = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names)
