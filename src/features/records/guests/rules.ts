import type { PortalWay } from '#features/core/practice/portal.ts'
import { isEmail } from '#features/core/practice/rules.ts'
import type { Client } from '#features/records/clients/contract.ts'
import type { AskFacts, AskKind, ClientPortal, OwnerAsk } from '#features/records/guests/contract.ts'
import { type Day, shortDay } from '#lib/dates.ts'

/**
 * What guests do, and which of them may. A holder is the client; a helper their partner or groom; a sharer has one horse of theirs to look
 * after; the manager of a yard sees when which horses must be in; a vet or a para-professional sees a horse's record, and writes into it.
 */
const GUEST_MAY = {
  read: ['holder', 'helper', 'sharer'],
  /** A sharer where the holder lets them. */
  confirm: ['holder', 'helper'],
  cancel: ['holder'],
  message: ['holder', 'helper', 'sharer', 'yard'],
  upload: ['holder', 'helper', 'sharer', 'vet', 'para-professional'],
  readYard: ['yard'],
  /** A horse that they look after: its record, films and flags. */
  readCare: ['vet', 'para-professional'],
  /** Keeping what they sent from the owner until they have spoken: for 14 days at most. */
  keepBack: ['vet'],
  /** A helper where the holder lets them. */
  readMoney: ['holder'],
  /** The same: who sees a bill may pay it. */
  pay: ['holder'],
  acceptTerms: ['holder'],
  changeDetails: ['holder'],
  /** Letting others look, by name or by a link, and ending that. */
  share: ['holder'],
  /** Beginning and ending a service that is paid for a horse. */
  payServices: ['holder'],
  /** Reporting that a horse is sold or has moved on. */
  sell: ['holder'],
  /** Writing notes into the record of a horse that they look after, and taking them back. */
  note: ['vet', 'para-professional'],
  /** Writing a plan of how a horse must be shod. */
  plan: ['vet'],
  /** Keeping what they measure on a film. */
  measure: ['vet'],
  /** Requesting of owner and farrier that a colleague may see it too. */
  askColleague: ['vet', 'para-professional'],
  /** Ending what was shared with them, or that they look after a horse. */
  leave: ['helper', 'sharer', 'yard', 'vet', 'para-professional'],
} as const satisfies Record<string, readonly GuestRole[]>

export type GuestRole = 'holder' | 'helper' | 'sharer' | 'yard' | CareRole
/** Who treats a horse, beside its farrier. */
export type CareRole = 'vet' | 'para-professional'
export type GuestAct = keyof typeof GUEST_MAY

type Allowed = { role: GuestRole; seesMoney: boolean; mayAnswer?: boolean }

/**
 * Whether a guest may do something; `seesMoney`: a helper with whom the holder shares their bills; `mayAnswer`: a sharer who may answer about
 * visits.
 */
export const guestMay = ({ role, seesMoney, mayAnswer = false }: Allowed, act: GuestAct): boolean =>
  (GUEST_MAY[act] as readonly GuestRole[]).includes(role) ||
  ((act === 'readMoney' || act === 'pay') && seesMoney) ||
  (act === 'confirm' && mayAnswer)

/** Where an invitation leads; its token follows. */
export const JOIN_PATH = '/join/'
/**
 * What an invitation shows before a person has proven who they are: whose practice, and who invites. `isNamed`: it went to a named address,
 * and only the person who proves that address comes in.
 */
export type Invitation = { practiceName: string; from: string; isHanded: boolean; isNamed: boolean }
/** What an invitation shows to the person who has proven the address that it went to. */
export type Invited = {
  practiceName: string
  role: GuestRole
  /** Who invites: a client by their first name, or the practice. */
  from: string
  /** Whose things they would see; null: a yard's. */
  client: string | null
  horse: string | null
  seesMoney: boolean
  mayAnswer: boolean
  /** Of a vet or a para-professional: which horses, from when on, and until which day. */
  care: { horses: readonly string[]; backToOn: Day | null; untilOn: Day; mayContact: boolean } | null
}
/** How long an invitation by a message is good for, and a link that is handed over. */
export const INVITE_DAYS = 30
export const HANDED_HOURS = 24
/** Invitations to others in a day, for one client or yard. */
export const MOST_INVITES_A_DAY = 10
/** Of an invited person, as the one who invites calls them. */
export const LONGEST_NAME = 80
/** How long a member looks as a client does. */
export const PREVIEW_MINUTES = 30

/** The parts of a record that may be shown to owners, in order. */
export const SHOWN_PARTS = [
  { part: 'work', label: 'Work and feet', help: 'What was done, and how each foot was left' },
  { part: 'findings', label: 'Findings and advice', help: 'What you wrote down to tell them' },
  { part: 'photos', label: 'Photos', help: 'Those you show to owners' },
  { part: 'files', label: 'Files', help: 'X-rays, videos and documents you show to owners' },
  { part: 'who', label: 'Who did it', help: 'The name of the farrier' },
] as const

/** The state of a client in the portal, in a sentence. `portal`: as the client has it. */
export function portalState(
  way: PortalWay,
  portal: boolean | null,
  { people, invites }: Pick<ClientPortal, 'people' | 'invites'>,
  dayOf: (at: string) => string,
): string {
  if (way === 'off') return 'The portal is off for everybody.'
  if (portal === false) return 'The portal is off for this client.'
  const own = people.filter(({ role }) => role === 'holder')
  const open = own.filter(({ until }) => until === null)
  const isIn = open.filter(({ isConfirmed }) => isConfirmed).at(-1)
  if (isIn) return `In since ${dayOf(isIn.since)}.`
  if (open.length > 0) return 'Somebody with an address of theirs waits for your word.'
  const [last] = invites
  if (last) return `Invited on ${dayOf(last.madeAt)}, and not in yet.`
  const ended = own
    .flatMap(({ until }) => until ?? [])
    .toSorted()
    .at(-1)
  return ended ? `Ended on ${dayOf(ended)}.` : 'Not invited.'
}

/** What a person besides the client sees of theirs, in a sentence. */
export const othersSee = ({
  role,
  horseName,
  seesMoney,
  mayAnswer,
}: Pick<ClientPortal['others'][number], 'role' | 'horseName' | 'seesMoney' | 'mayAnswer'>) =>
  role === 'helper'
    ? `Helps with everything${seesMoney ? ', bills too' : ', no bills'}`
    : `Shares ${horseName ?? 'a horse'}${mayAnswer ? ', and answers about its visits' : ''}`

/** An owner's request, after their name. */
export const ASK_TITLES = {
  sold: 'says a horse is sold or moved on',
  died: 'says a horse has died',
  new_horse: 'has a new horse',
  details: 'has new details',
  vet_invite: 'wants their vet to see a horse',
  access: 'may be somebody who asks to see their horses',
  yard: 'writes about the yard',
  words: 'shares a horse with somebody who has written',
} as const satisfies Record<AskKind, string>

/** An owner's request, in a sentence without their name. */
export function askInWords({ kind, facts, words }: Pick<OwnerAsk, 'kind' | 'facts' | 'words'>, horse: string | null): string {
  const said = words ? `. “${words}”` : ''
  const on = facts.onDay ? `, ${shortDay(facts.onDay)}` : ''
  switch (kind) {
    case 'sold':
      return `${horse ?? 'A horse'} ${GONE[facts.reason ?? 'either']}${on}${newOwner(facts)}${goesAlong(facts)}${said}`
    case 'died':
      return `${horse ?? 'A horse'} has died${on}${said}`
    case 'new_horse':
      return `New horse${facts.name ? `: ${facts.name}` : ''}${said}`
    case 'details':
      return `New details: ${newDetails(facts)}${said}`
    case 'vet_invite':
      return `${facts.by ? `${facts.by}, who sees ${horse ?? 'their horse'}, asks` : 'Asks'} for ${[facts.name, facts.practice].filter(Boolean).join(', ') || 'their vet'} to see ${facts.by ? 'it too' : (horse ?? 'their horse')}${said}`
    case 'yard':
      return words ?? ''
    case 'words':
      return `${facts.name ?? 'Somebody'}, who shares ${horse ?? 'a horse of theirs'}, writes${said.replace('.', ':')}`
    case 'access':
      return `Somebody at ${facts.email ?? facts.phone ?? 'an address of theirs'} asks to see these horses. Is it them?`
  }
}

/** Whether its author reads a reply to it: who shares a horse or manages a yard has no conversation with the practice. */
export const takesReply = ({ kind }: Pick<OwnerAsk, 'kind'>): boolean => kind === 'words' || kind === 'yard'

const GONE = { sold: 'has been sold', moved: 'has moved on', either: 'has been sold or moved on' } as const

const newOwner = ({ name, phone, email }: AskFacts) => {
  const known = [name, phone, email].filter(Boolean)
  return known.length > 0 ? `, to ${known.join(', ')}` : ''
}

/** Where no reason is known, the question was not put. */
const goesAlong = ({ brings, reason }: AskFacts) => (brings ? `. ${ALONG[brings]}` : reason ? '. Nothing goes along to read' : '')

const ALONG = { record: 'The foot record goes along', all: 'The foot record goes along, with photos and files' } as const

const newDetails = ({ name, businessName, address, postcode, phone, email }: AskFacts) =>
  [name, businessName, address, postcode, phone, email].filter(Boolean).join(', ')

export type AddressKind = 'email' | 'phone'
/** An address as it is compared: an e-mail in small letters, or a mobile in E.164. */
export type Address = { kind: AddressKind; address: string }

/** An address as it is kept. */
export const addressAs = (address: string): Address => ({ kind: emailOf(address) ? 'email' : 'phone', address })

/** The text that an address is hashed by. */
export const hashed = ({ kind, address }: Address): string => `${kind}:${address}`

/** Mobiles of the United Kingdom, Jersey, Guernsey and the Isle of Man: a code can reach no other number. */
const MOBILE = /^\+447[1-57-9]\d{8}$/

/** Whether a number in E.164 can be sent a code. */
export const isMobile = (e164: string): boolean => MOBILE.test(e164)

/** Whether a client has an address that a code can reach, and may use the portal: that many it opens to when it opens to known addresses. */
export const hasAddress = ({ isActive, portal, email, phoneE164 }: Pick<Client, 'isActive' | 'portal' | 'email' | 'phoneE164'>): boolean =>
  isActive && portal !== false && (Boolean(email && emailOf(email)) || (phoneE164 !== null && isMobile(phoneE164)))

/** What was typed as an e-mail address; undefined: it is none. */
export const emailOf = (typed: string): string | undefined => {
  const email = typed.trim().toLowerCase()
  return isEmail(email) && email.length <= LONGEST_EMAIL ? email : undefined
}

const LONGEST_EMAIL = 254

/** What an address begins with that a whole practice reads. */
const SHARED =
  /^(info|office|reception|admin|enquir(y|ies)|contact|hello|team|practice|surgery|clinic|hospital|vets?|equine|mail|post|appointments?|bookings?|support|accounts?|no-?reply)([.+_-].*)?@/

/** Whether several people are likely to read an address: one who signs in with it is only one of them. */
export const isSharedMailbox = (address: string): boolean => SHARED.test(address)

/** Digits of a code; it alone lets a person in. */
export const CODE_DIGITS = 8
const CODE_MINUTES = 10
export const LINK_MINUTES = 30
/** Wrong codes after which a code opens nothing. */
export const CODE_TRIES = 5

/** How many codes may be requested: for one address in an hour; by one browser, and from one network, in a quarter of an hour. */
export const MOST_ASKS = { ofAddress: 5, ofBrowser: 10, ofNetwork: 600 } as const
/** Wrong codes for one address in a day, from wherever; then a link or a passkey alone lets its owner in. */
export const MOST_WRONG_CODES = 20
/** Texts with a code to one number in an hour. */
export const MOST_TEXTS = 3
/** What the server sends in an hour at most: texts with a code, and mails to unknown addresses. */
export const MOST_OF_SERVER = { texts: 300, unknownMails: 100 } as const
/** Between two requests by one browser. */
const AGAIN_SECONDS = 60
/** How long a request may wait for its message to leave. */
export const SEND_MINUTES = 5

const MINUTE_MS = 60_000

/** A request for a code: whether it has a code, whether it was used, wrong tries, and when its link ends. */
export type CodeState = { hasCode: boolean; isUsed: boolean; tries: number; endsMs: number }

/** Whether a code may be tried. Code and link leave together, and the code ends before the link. */
export const takesCode = ({ hasCode, isUsed, tries, endsMs }: CodeState, nowMs: number): boolean =>
  hasCode && !isUsed && tries < CODE_TRIES && nowMs < endsMs - (LINK_MINUTES - CODE_MINUTES) * MINUTE_MS

/** Whether a link still opens. */
export const takesLink = ({ isUsed, endsMs }: Pick<CodeState, 'isUsed' | 'endsMs'>, nowMs: number): boolean => !isUsed && nowMs < endsMs

/** Whether a browser may request another code. */
export const mayAskAgain = (askedMs: number, nowMs: number): boolean => nowMs - askedMs >= AGAIN_SECONDS * 1000

/** What was typed of a code: its digits, without anything between them. */
export const codeOf = (typed: string): string => typed.replaceAll(/\D/g, '')

/** Within how many months something must have come back from an address for it to open automatically. */
export const CAME_BACK_MONTHS = 12

/** A client of a practice who has an address that a person has proven. */
export type Candidate = {
  clientId: string
  /** Whether the portal is on for them; null: as the practice has it. */
  portal: boolean | null
  /** Whether the person sees what is theirs, or did until it ended or they answered that it isn't their farrier. */
  access: 'open' | 'ended' | 'none'
  /** Whether something came back from the address in the last twelve months. */
  cameBack: boolean
}

/** What an address opens in a practice: the question whether it is their farrier; nothing until the farrier confirms them; or nothing. */
export type Match =
  | { is: 'asked'; clientId: string; how: 'address' | 'invited' }
  | { is: 'unclear'; clientIds: readonly string[] }
  | { is: 'nothing' }

const NOTHING: Match = { is: 'nothing' }

/**
 * What an address opens in a practice, of the clients who have it. It asks only where exactly one has it, and either the farrier has invited them,
 * or the practice opens to known addresses and something came back from this one.
 */
export function matchOf(way: PortalWay, clients: readonly Candidate[]): Match {
  const candidates = clients.filter(({ portal }) => portal !== false)
  if (way === 'off' || candidates.some(({ access }) => access === 'open')) return NOTHING
  const [first] = candidates
  if (!first || candidates.every(({ access }) => access === 'ended')) return NOTHING
  // A client for whom the portal is off still has the address: it could be them.
  const isShared = clients.length > 1
  if (!isShared && first.portal) return { is: 'asked', clientId: first.clientId, how: 'invited' }
  if (!isShared && way === 'known' && first.cameBack) return { is: 'asked', clientId: first.clientId, how: 'address' }
  return { is: 'unclear', clientIds: candidates.map(({ clientId }) => clientId) }
}

/** Whether a text can be the slug of a practice. */
export const isSlug = (text: string): boolean => /^[a-z0-9-]{1,80}$/.test(text)
