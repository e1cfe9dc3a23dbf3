import { z } from 'zod'
import {
  LONGEST_PREP,
  LONGEST_REPLY,
  LONGEST_WORDING,
  MIN_PASSWORD,
  MOST_BUFFER_MINUTES,
  MOST_DAILY_TEXTS,
  MOST_EMERGENCY_POUNDS,
  MOST_EMERGENCY_TIMES,
} from '#features/core/practice/limits.ts'
import { planFields } from '#features/core/practice/plan-shape.ts'
import { PortalChoicesShape } from '#features/core/practice/portal-shape.ts'
import { OfferedShape } from '#features/core/practice/services-shape.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    members: Member
    settings: PracticeSettings
  }
}

const Nation = z.enum(['england', 'wales', 'scotland', 'northern-ireland'])
export const Role = z.enum(['owner', 'farrier', 'apprentice', 'office'])
export type Role = z.output<typeof Role>

/** The name of a person or a practice. It appears in the subject of mails and in texts, so it is one line. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(120)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Use one line of letters, numbers and punctuation.')
/** A last name; empty for a person with one name. */
const LastName = z.union([z.literal(''), Name])
/** Phone keyboards add a capital at the start and a space at the end. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())
/** A new password. */
export const Password = z.string().min(MIN_PASSWORD).max(200)

/** The questions that registration leaves for later: each is put once, at the place where it is needed. */
const LaterQuestion = z.enum(['frcNumber', 'nation', 'workingDays'])
export type LaterQuestion = z.output<typeof LaterQuestion>

export const Practice = z
  .object({
    id: z.uuid(),
    name: z.string(),
    nation: Nation,
    /** IANA zone of the diary. */
    zone: z.string(),
    ...planFields,
    /** Number in the Farriers Registration Council's register. */
    frcNumber: z.string().nullable(),
    /** The working days in its settings; 0 is Sunday. */
    workingDays: z.array(z.int().min(0).max(6)),
    isDemo: z.boolean(),
    /** The questions still open, each put at its place; absent: none. */
    toAsk: z.array(LaterQuestion).optional(),
    /** Of a visitor's copy of the demo: what its clock goes by. */
    demo: z.object({ day: z.iso.date(), from: z.iso.datetime() }).optional(),
  })
  .meta({ id: 'Practice' })
export type Practice = z.output<typeof Practice>

/** Spec §3 Current user, with the practice and the member's place in it. */
export const CurrentUser = z
  .object({
    id: z.uuid(),
    firstName: z.string(),
    lastName: z.string(),
    profileImageUrl: z.string().nullable(),
    email: z.string().nullable(),
    memberId: z.uuid(),
    role: Role,
    initials: z.string(),
    sessionId: z.uuid(),
    isTestVersion: z.boolean(),
    /** The style URL of the maps; null: our own sketch is drawn. */
    mapStyleUrl: z.string().nullable(),
    /** Whether this server can look up addresses. */
    hasGeocoder: z.boolean(),
    /** Whether this server can transcribe voice notes. */
    hasTranscriber: z.boolean(),
    practice: Practice,
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.output<typeof CurrentUser>

export const Registration = z
  .object({ firstName: Name, lastName: LastName, email: Email, password: Password, practiceName: Name })
  .meta({ id: 'Registration' })
export type Registration = z.input<typeof Registration>

export const PracticeInput = z
  .object({
    name: Name,
    nation: Nation,
    frcNumber: z.string().trim().max(40).nullable(),
    workingDays: z.array(z.int().min(0).max(6)).max(7),
    firstName: Name,
    lastName: Name,
    /** These questions are not put again; nor are those of a field that is sent. */
    asked: z.array(LaterQuestion).max(3),
  })
  .partial()
  .meta({ id: 'PracticeChange' })
export type PracticeInput = z.input<typeof PracticeInput>

/** A member as devices store it. */
export const Member = z
  .object({ id: z.uuid(), personId: z.uuid(), name: z.string(), role: Role, initials: z.string(), isActive: z.boolean() })
  .meta({ id: 'Member' })
export type Member = z.output<typeof Member>

/** A member as the owner sees them on the members' screen. */
export const PracticeMember = Member.extend({ email: z.string().nullable() }).meta({ id: 'PracticeMember' })
export type PracticeMember = z.output<typeof PracticeMember>

export const MemberChange = z.object({ role: Role, isActive: z.boolean() }).partial().meta({ id: 'MemberChange' })
export type MemberChange = z.input<typeof MemberChange>

const MyName = z.object({ firstName: Name, lastName: Name })
export type MyNameInput = z.input<typeof MyName>

const MyPractice = z.object({ id: z.uuid(), name: z.string(), isCurrent: z.boolean() })
export type MyPractice = z.output<typeof MyPractice>

const WallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const WorkingDay = z.object({
  /** 0 is Sunday. */
  dayOfWeek: z.int().min(0).max(6),
  isWorking: z.boolean(),
  startTime: WallTime,
  endTime: WallTime,
})
/** Spec §3 Messaging settings, workingHours. */
export type WorkingDay = z.output<typeof WorkingDay>

/** The automatic replies outside working hours and to an emergency (Spec §3 Messaging settings, autoReply). */
export const AutoReply = z
  .object({
    isEnabled: z.boolean(),
    message: z.string().trim().min(1).max(LONGEST_REPLY),
    isEmergencyEnabled: z.boolean(),
    /** Pounds, on top of the work. */
    emergencyRate: z.number().min(0).max(MOST_EMERGENCY_POUNDS),
    /** Times the usual rates. */
    emergencyMultiplier: z.number().min(1).max(MOST_EMERGENCY_TIMES),
    emergencyMessage: z.string().trim().min(1).max(LONGEST_REPLY),
  })
  .meta({ id: 'AutoReply' })
export type AutoReply = z.output<typeof AutoReply>

/** Some of its fields; the others keep their value or the default. */
export const AutoReplyChange = AutoReply.partial()
export type AutoReplyChange = z.output<typeof AutoReplyChange>

/** The rules for sending texts. */
const Sending = z
  .object({
    /** Reminders and offers wait from `quietFrom` to `quietTo` in the practice's zone; equal times: no quiet hours. */
    quietFrom: WallTime,
    quietTo: WallTime,
    /** The most texts of a day; alerts and emergencies are not counted. */
    dailyTexts: z.int().min(0).max(MOST_DAILY_TEXTS),
    /** The provider's price for one part of a text, in tenths of a penny. */
    segmentTenths: z.int().min(0).max(1000),
    /** Ends every marketing message. */
    optOutLine: z.string().trim().min(1).max(LONGEST_PREP),
  })
  .partial()
export type Sending = z.output<typeof Sending>

/** The settings of a practice: one record, created from the defaults at the first change. */
export const PracticeSettings = z
  .object({
    id: z.uuid(),
    /** One for each day of the week, Sunday first. */
    workingHours: z.array(WorkingDay).length(7),
    /** What the four feet are called: near and off, or left and right. */
    feet: z.enum(['near-off', 'left-right']),
    /** Minutes to leave between two visits at different places. */
    travelBufferMinutes: z.int().min(0).max(MOST_BUFFER_MINUTES),
    /** The farrier's own line in "on my way" and "you're next": have them in and dry. */
    prepLine: z.string().nullable(),
    /** The practice's own words for a kind of text; a kind without them uses ours. */
    wording: z.record(z.string(), z.string()),
    /** Where the van is parked overnight; rounds begin and end there. */
    base: z.object({ lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180) }).nullable(),
    /** Whether voice notes are sent to the transcription server, where there is one. */
    transcribesVoice: z.boolean(),
    /** The rules for sending texts; an absent field has its default (`sendingOf`). */
    sending: Sending,
    /** The automatic replies; an absent field has its default (`autoReplyOf`). */
    autoReply: AutoReplyChange,
    /** The owners' portal; what a change leaves out stays. */
    portal: PortalChoicesShape,
    /** The services it offers that its clients pay for; what a change leaves out stays. */
    services: OfferedShape,
  })
  .meta({ id: 'PracticeSettings' })
export type PracticeSettings = z.output<typeof PracticeSettings>

export const SettingsChange = PracticeSettings.omit({ id: true })
  .extend({
    prepLine: z.string().trim().max(LONGEST_PREP).nullable(),
    wording: z.record(z.string().max(40), z.string().trim().min(1).max(LONGEST_WORDING)),
  })
  .partial()
  .meta({ id: 'SettingsChange' })
export type SettingsChange = z.input<typeof SettingsChange>

const Session = z.object({
  id: z.uuid(),
  /** In readable form: "Chrome on Android", "Pritchel for Windows, ThinkPad X1". */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof Session>

const nothing = z.undefined()

export const practiceEndpoints = {
  login: endpoint({
    method: 'GET',
    path: '/api/login',
    audience: 'public',
    summary: 'Go and sign in (Spec §7): redirects to the sign-in screen, or with `for=trial` to registering; later to an identity provider',
    query: z.object({ for: z.string().max(40).optional() }),
    response: nothing,
    status: 302,
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/logout',
    audience: 'public',
    summary: 'Sign this device out (Spec §7): redirects to the landing page, signed in or not',
    response: nothing,
    status: 302,
  }),
  user: endpoint({
    method: 'GET',
    path: '/api/auth/user',
    audience: 'member',
    summary: 'Who is signed in (Spec §7)',
    response: CurrentUser,
  }),
  options: endpoint({
    method: 'GET',
    path: '/api/auth/options',
    audience: 'public',
    summary: 'Which ways of signing in this server offers',
    response: z.object({ emailLink: z.boolean(), demo: z.boolean() }),
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    audience: 'public',
    summary: 'Register a practice on an 8-week Professional trial and sign in (Spec §9)',
    body: Registration,
    response: nothing,
    status: 204,
    perMinute: 10,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth/password',
    audience: 'public',
    summary: 'Sign in with e-mail address and password',
    body: z.object({ email: Email, password: z.string().min(1).max(200) }),
    response: nothing,
    status: 204,
    perMinute: 20,
  }),
  askLink: endpoint({
    method: 'POST',
    path: '/api/auth/email-link',
    audience: 'public',
    summary: 'Send a link to sign in with, or to choose a new password; says nothing of whether the address is known',
    body: z.object({ email: Email, isForgotten: z.boolean().optional() }),
    response: nothing,
    status: 204,
    perMinute: 10,
  }),
  useLink: endpoint({
    method: 'POST',
    path: '/api/auth/email-link/use',
    audience: 'public',
    summary: 'Sign in with the token of a link, once; a new password may be set with it, which ends all other links and sessions',
    body: z.object({ token: z.string().min(20).max(200), password: Password.optional() }),
    response: nothing,
    status: 204,
    perMinute: 20,
  }),
  demo: endpoint({
    method: 'POST',
    path: '/api/auth/demo',
    audience: 'public',
    summary: 'Open the demo practice; only in the test version',
    response: nothing,
    status: 204,
    perMinute: 30,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/auth/sessions',
    audience: 'member',
    summary: 'Where this person is signed in, newest first',
    response: z.array(Session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    audience: 'member',
    summary: 'Sign one of my devices out',
    whileLapsed: true,
    params: z.object({ id: z.uuid() }),
    response: nothing,
    status: 204,
  }),
  updatePractice: endpoint({
    method: 'PUT',
    path: '/api/practice',
    audience: 'member',
    summary: 'Change the practice and my own name; owners only',
    body: PracticeInput,
    response: CurrentUser,
  }),
  changeMyName: endpoint({
    method: 'PUT',
    path: '/api/auth/user',
    audience: 'member',
    summary: 'Change my own name',
    body: MyName,
    response: CurrentUser,
  }),
  practices: endpoint({
    method: 'GET',
    path: '/api/auth/practices',
    audience: 'member',
    summary: 'The practices this person works in',
    response: z.array(MyPractice),
  }),
  enterPractice: endpoint({
    method: 'POST',
    path: '/api/auth/practice',
    audience: 'member',
    summary: "Go on in another of this person's practices",
    whileLapsed: true,
    body: z.object({ practiceId: z.uuid() }),
    response: nothing,
    status: 204,
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/members',
    audience: 'member',
    summary: 'Everybody who works or worked here; owners only',
    response: z.array(PracticeMember),
  }),
  changeMember: endpoint({
    method: 'PUT',
    path: '/api/members/:id',
    audience: 'member',
    record: 'members',
    summary: 'Change what somebody may do here, or end their work here; owners only. They come back by an invitation',
    params: z.object({ id: z.string().max(60) }),
    body: MemberChange,
    response: PracticeMember,
  }),
  settings: endpoint({
    method: 'GET',
    path: '/api/settings',
    audience: 'member',
    record: 'settings',
    summary: 'What the practice has decided, or the defaults',
    response: PracticeSettings,
  }),
  changeSettings: endpoint({
    method: 'PUT',
    path: '/api/settings',
    audience: 'member',
    record: 'settings',
    summary: 'Decide something for the whole practice; absent fields stay; owners only',
    body: SettingsChange,
    response: PracticeSettings,
  }),
}
