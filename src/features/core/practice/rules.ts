import type {
  AutoReply,
  AutoReplyChange,
  LaterQuestion,
  Member,
  PracticeSettings,
  Role,
  Sending,
  WorkingDay,
} from '#features/core/practice/contract.ts'
import { addDays, type Day } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'

/** Spec §9: eight weeks of Professional for a new farrier. */
const TRIAL_WEEKS = 8

/** Whether the text looks like an e-mail address; only a mail to it proves that it exists. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(text.trim())

/** The unique slug of the test version's demo practice. */
export const DEMO_SLUG = 'demo'

/** Last day of the free trial of a practice registered on `today` (Spec §9 Free trial). */
export const trialEndsOn = (today: Day): Day => addDays(today, TRIAL_WEEKS * 7)

/** A name typed in one field, as first and last name; a person with one name has no last. */
export function nameParts(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? (words.pop() ?? '') : ''
  return { firstName: words.join(' '), lastName }
}

/** What a practice is most often called: after its farrier. Empty while there is no name. */
export const practiceNameOf = (name: string): string => (name.trim() ? `${name.trim().replace(/\s+/g, ' ').slice(0, 100)} Farriery` : '')

/** First letters of the first and last word of a name, as a round badge shows them; one word gives one. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-GB') ?? '').join('')
}

/** The members a diary can belong to, by name: the active ones, and the ones that `chosen` names. A member with the office role has no round. */
export const diaryMembers = <M extends Pick<Member, 'id' | 'name' | 'role' | 'isActive'>>(members: readonly M[], chosen?: string): M[] =>
  members
    .filter((one) => one.id === chosen || (one.isActive && one.role !== 'office'))
    .sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))

/** A name as it appears in an address: lower-case letters, digits and hyphens; never empty. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f'’]/g, '')
  const slug = plain.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return slug.replace(/^-|-$/g, '').slice(0, 60) || 'practice'
}

/** Spec §9 Messaging: 09:00 to 17:00; from Monday to Friday, as the diary's week is drawn. */
const DEFAULT_WORKING_HOURS: readonly WorkingDay[] = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
  dayOfWeek,
  isWorking: dayOfWeek >= 1 && dayOfWeek <= 5,
  startTime: '09:00',
  endTime: '17:00',
}))

/** The default settings of a practice. */
const DEFAULT_SETTINGS: Settings = {
  workingHours: [...DEFAULT_WORKING_HOURS],
  feet: 'near-off',
  travelBufferMinutes: 15,
  prepLine: null,
  wording: {},
  base: null,
  transcribesVoice: false,
  sending: {},
  autoReply: {},
  portal: {},
  services: {},
}

/** The settings without the id of their record. */
export type Settings = Omit<PracticeSettings, 'id'>

/** The rules for sending texts, with every field set. */
export type SendingRules = { [K in keyof Sending]-?: Exclude<Sending[K], undefined> }

/** Spec §9 Messaging: £50 and 1.75 times the usual rates. Until the practice turns it on, nothing is answered automatically except emergencies. */
const DEFAULT_AUTO_REPLY: AutoReply = {
  isEnabled: false,
  message: "Thanks for your message. I'm not working now and will answer {opens}. If it's an emergency, reply EMERGENCY.",
  isEmergencyEnabled: true,
  emergencyRate: 50,
  emergencyMultiplier: 1.75,
  emergencyMessage:
    "I've got your emergency message. Coming out costs {price}. If there's bleeding or a nail in the foot, call your vet now.",
}

/** The automatic replies: the practice's choices, else the defaults. A record from an older build has none. */
export const autoReplyOf = ({ autoReply = {} }: { autoReply?: AutoReplyChange | undefined }): AutoReply => ({
  ...DEFAULT_AUTO_REPLY,
  ...Object.fromEntries(Object.entries(autoReply).filter(([, value]) => value !== undefined)),
})

/** Issue 6: quiet from 21:00 to 08:00. A text part is about 4p in the United Kingdom. */
const DEFAULT_SENDING: SendingRules = {
  quietFrom: '21:00',
  quietTo: '08:00',
  dailyTexts: 500,
  segmentTenths: 40,
  optOutLine: 'Reply STOP to stop these.',
}

/** The error shown under a day's working hours; undefined: none. A day that is not worked has no error. */
export const workingDayFault = ({ isWorking, startTime, endTime }: Omit<WorkingDay, 'dayOfWeek'>): string | undefined =>
  isWorking && endTime <= startTime ? 'Ends before it starts' : undefined

/** The error shown under the line that ends marketing messages; undefined: none. */
export const optOutFault = (line: string): string | undefined => (/\bSTOP\b/.test(line) ? undefined : 'Include the word STOP')

/** The rules for sending texts: the practice's choices, else the defaults. A record from an older build has none. */
export const sendingOf = (settings: { sending?: Sending }): SendingRules => ({ ...DEFAULT_SENDING, ...(settings.sending as SendingRules) })

/** The questions that registration leaves for later, each put once where it is needed. */
export const TO_ASK: readonly LaterQuestion[] = ['frcNumber', 'nation', 'workingDays']

/** The id of a practice's settings. It is derived, so two devices that make the first change create one record. */
export const settingsId = (practiceId: string): string => uuidOf(practiceId, 'settings')

/** The effective settings: the practice's own, or the defaults while there is no record. */
export const settingsFrom = (row: PracticeSettings | undefined): Settings => row ?? DEFAULT_SETTINGS

/** The working days, in order; 0 is Sunday. */
export const workingDaysOf = ({ workingHours }: Pick<Settings, 'workingHours'>): number[] =>
  workingHours
    .filter((day) => day.isWorking)
    .map((day) => day.dayOfWeek)
    .sort((a, b) => a - b)

/** The same hours with other working days. */
export const withWorkingDays = ({ workingHours }: Pick<Settings, 'workingHours'>, days: readonly number[]): WorkingDay[] =>
  workingHours.map((day) => ({ ...day, isWorking: days.includes(day.dayOfWeek) }))

/** The fields a wording may name, and what replaces each in a text. A line whose only field is empty is left out. */
export const TEXT_FIELDS = {
  name: 'Their first name',
  visit: 'What the visit is called',
  day: 'The day: Tue 24 Nov',
  time: 'The time: at 09:00, or in the morning',
  was: 'Where it was before it moved: Mon 23 Nov at 14:00',
  prep: 'Your prep line',
  ahead: "Their place: you're next, or there is 1 stop before you",
  late: 'How late you run: about 30 minutes',
  reason: 'The reason you give on the day',
  link: "The link: the round, or what it's about",
  answer: 'The link where they answer with one tap',
  text: 'What it says',
  horse: "Which horse it's about",
  request: 'What they asked for',
  deadline: "When they'll have an answer: Tue 22 Dec",
  reference: 'Their request number',
  document: 'Which invoice: invoice INV-0042',
  amount: 'How much: £35',
  due: "When it's due: due Tue 24 Nov",
  owed: 'What they owe: You owe £35.',
  who: 'Who asks, or whom you let in',
  sees: 'What they can see: Biscuit, or your horses and visits',
  practice: "Your practice's name",
} as const
export type TextField = keyof typeof TEXT_FIELDS

/** The reason why a wording cannot be used, as a sentence; undefined when it can. A text must name its sender. */
export function templateFault(template: string, fields: readonly TextField[] = ALL_FIELDS): string | undefined {
  const named = [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '')
  const unknown = named.find((field) => !(fields as readonly string[]).includes(field))
  if (unknown !== undefined) return `{${unknown}} can't be used here. You can use ${fields.map((field) => `{${field}}`).join(' ')}.`
  if (/[{}]/.test(template.replace(/\{[^{}]*\}/g, ''))) return "There's a stray curly bracket. Fields look like {name}."
  return named.includes('practice') ? undefined : 'Say who the text is from: add {practice}.'
}

const ALL_FIELDS = Object.keys(TEXT_FIELDS) as TextField[]

/**
 * The roles that may do each restricted action. Client and server both check it, the server at every endpoint and every change from a
 * device. An action that is not listed is open to every member: reading, finishing work and reporting how the round goes.
 */
const WHO_MAY = {
  /** Changing the practice's details, its members and its settings. */
  runPractice: ['owner'],
  /** Seeing prices and what is owed: an apprentice sees neither, and their devices store neither. */
  seeMoney: ['owner', 'farrier', 'office'],
  /** Changing the price list; a price agreed for one horse needs only `seeMoney`. */
  setPrices: ['owner', 'office'],
  /** Changing clients, yards and horses, and importing many at once. */
  changeRecords: ['owner', 'farrier', 'office'],
  /** Booking, moving and cancelling visits, and time off. */
  planDiary: ['owner', 'farrier', 'office'],
  /** Holding, stopping and sending texts by hand. */
  sendTexts: ['owner', 'farrier', 'office'],
  /** Letting owners into the portal, ending it, and answering their requests there. */
  runPortal: ['owner', 'farrier', 'office'],
  /** Connecting the practice to services elsewhere; each member connects their own calendars. */
  connectPractice: ['owner'],
} as const satisfies Record<string, readonly Role[]>

/** An action that not every member may do. */
export type Act = keyof typeof WHO_MAY

/** Whether a member with this role may do an action. Without a role (no user is signed in) the answer is always false. */
export const may = (role: Role | undefined, act: Act): boolean => (WHO_MAY[act] as readonly unknown[]).includes(role)

/** Whether this role manages the practice. */
export const mayRunPractice = (role: Role | undefined): boolean => may(role, 'runPractice')
export const seesMoney = (role: Role | undefined): boolean => may(role, 'seeMoney')
