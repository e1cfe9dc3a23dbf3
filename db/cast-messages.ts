import type { Insertable } from 'kysely'
import { cast } from '#db/cast.ts'
import type { CastClientKey } from '#db/cast-people.ts'
import type { StopRows } from '#db/cast-rows.ts'
import { subjectOf } from '#features/talk/messaging/rules.ts'
import { addDays, type Day, instantOf, type WallTime } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { Tables } from '#platform/server/database/tables.ts'

type Bare<T extends keyof Tables> = Omit<Insertable<Tables[T]>, 'practice_id' | 'rev' | 'seq' | 'deleted_at' | 'fw'>

/** Who wrote it, how many days ago and at what time; `auto`: sent automatically. `to` is the place of the message it replies to. */
type CastMessage = { by: 'them' | 'us' | 'auto'; ago: number; at: WallTime; words: string; to?: number; isAboutVisit?: true }
type Talk = {
  key: string
  client: CastClientKey
  subject: string
  via: 'sms' | 'email'
  isEmergency?: true
  /** Days ago it was archived. */
  closedAgo?: number
  said: readonly CastMessage[]
  /** How many of the client's last messages are unread. */
  unread: number
}

const TALKS: readonly Talk[] = [
  {
    key: 'lost shoe',
    client: 'sarahPenrose',
    subject: 'Merlin lost a shoe',
    via: 'sms',
    isEmergency: true,
    said: [
      { by: 'them', ago: 1, at: '18:41', words: 'EMERGENCY Merlin has pulled a front shoe in the field and stood on it. Hopping lame.' },
      {
        by: 'auto',
        ago: 1,
        at: '18:41',
        words:
          "I've got your emergency message. Coming out costs £50 and 1.75x the usual rates. If there's bleeding or a nail in the foot, call your vet now.",
      },
      { by: 'us', ago: 1, at: '18:52', words: 'Is there a nail in the foot, or any blood? Keep him in on clean bedding.', to: 0 },
      { by: 'them', ago: 1, at: '18:57', words: 'No blood and no nail, just a torn wall. He is in now. Tomorrow morning is fine.', to: 2 },
      { by: 'us', ago: 1, at: '19:03', words: 'He is due anyway, I will do both fronts when I am with you. No call-out then.', to: 3 },
    ],
    unread: 0,
  },
  {
    key: 'running',
    client: 'sianODwyer',
    subject: "D'Artagnan today",
    via: 'sms',
    said: [
      { by: 'us', ago: 0, at: '07:48', words: "Morning. I will be with you towards eleven. Please have D'Artagnan in and dry." },
      {
        by: 'them',
        ago: 0,
        at: '10:26',
        words: 'He is in, feet picked out. Kettle is on. Could you look at his near hind while you are here?',
        to: 0,
      },
    ],
    unread: 1,
  },
  {
    key: 'dates',
    client: 'tomHaddon',
    subject: 'Next visit',
    via: 'sms',
    said: [
      { by: 'us', ago: 4, at: '12:15', words: 'Your next visit is in the diary. Can they be in by nine?', isAboutVisit: true },
      { by: 'them', ago: 4, at: '13:02', words: 'Yes, I will have them in and dry.', to: 0 },
    ],
    unread: 0,
  },
  {
    key: 'paid',
    client: 'gwenAldous',
    subject: 'Invoice for Willow',
    via: 'sms',
    said: [
      { by: 'them', ago: 2, at: '17:31', words: 'Just paid your last invoice by bank transfer. Sorry it took a week!' },
      { by: 'us', ago: 2, at: '18:10', words: 'It is here, thank you Gwen.', to: 0 },
      { by: 'them', ago: 2, at: '18:12', words: 'Willow is going so much better, by the way.' },
    ],
    unread: 0,
  },
  {
    key: 'passports',
    client: 'ruthOckham',
    subject: 'Passports for the inspection',
    via: 'email',
    said: [
      { by: 'them', ago: 3, at: '09:20', words: 'We are inspected next month. Could you write down what Duchess had done this year?' },
      { by: 'us', ago: 3, at: '17:40', words: 'I will send you her visit cards by the end of the week.', to: 0 },
      { by: 'them', ago: 2, at: '08:55', words: 'Thank you. No hurry before Friday.' },
    ],
    unread: 0,
  },
  {
    key: 'owing',
    client: 'daveTranter',
    subject: 'What is still open',
    via: 'sms',
    said: [
      { by: 'us', ago: 16, at: '18:20', words: 'Dave, your last invoice is still open. When can I expect it?' },
      { by: 'them', ago: 15, at: '12:40', words: 'End of the month mate, promise.', to: 0 },
    ],
    unread: 0,
  },
  {
    key: 'gate',
    client: 'alisonWhitcombe',
    subject: 'New gate',
    via: 'sms',
    closedAgo: 9,
    said: [
      {
        by: 'them',
        ago: 10,
        at: '15:30',
        words: 'We have a new gate at the top of the drive. Shut it behind you please, the ewes are out.',
      },
      { by: 'us', ago: 9, at: '07:10', words: 'Will do, thank you.', to: 0 },
    ],
    unread: 0,
  },
]

/** Conversations of the last weeks: an emergency, owners about their visits and bills, one by e-mail, and one archived. One is unread. */
export const threadRows = (today: Day): Bare<'threads'>[] =>
  TALKS.map(({ key, client, subject, isEmergency = false, closedAgo, said, unread }) => {
    const times = said.map((one, place) => ({ by: one.by, at: sentAtOf(today, one, place) }))
    const theirs = times.filter(({ by }) => by === 'them')
    return {
      ...{ id: threadId(key), client_id: cast.clients[client].id, member_id: said[0]?.by === 'us' ? cast.owner.memberId : null },
      ...{ subject: subjectOf(subject, isEmergency), is_emergency: isEmergency },
      ...(isEmergency ? { emergency_rate_pence: 5000, emergency_percent: 175 } : { emergency_rate_pence: null, emergency_percent: null }),
      read_to: theirs[theirs.length - unread - 1]?.at ?? null,
      last_client_at: theirs.at(-1)?.at ?? null,
      last_message_at: times.at(-1)?.at ?? instantOf(today, '08:00', cast.practice.zone),
      closed_at: closedAgo === undefined ? null : instantOf(addDays(today, -closedAgo), '19:00', cast.practice.zone),
    }
  })

/** Their messages. In the test version none of ours was sent. */
export const messageRows = (today: Day, stops: readonly StopRows[]): Bare<'messages'>[] =>
  TALKS.flatMap(({ key, client, via, said }) =>
    said.map((one, place) => ({
      ...{ id: messageId(key, place), thread_id: threadId(key), client_id: cast.clients[client].id, content: one.words, via },
      ...{ sender_type: one.by === 'them' ? ('client' as const) : ('farrier' as const), is_auto_reply: one.by === 'auto' },
      member_id: one.by === 'us' ? cast.owner.memberId : null,
      reply_to_id: one.to === undefined ? null : messageId(key, one.to),
      appointment_id: one.isAboutVisit ? nextVisit(stops, cast.clients[client].id, today) : null,
      ...{ provider_ref: null, notice_id: null, delivery: one.by === 'them' ? null : ('simulated' as const), delivery_note: null },
      sent_at: sentAtOf(today, one, place),
    })),
  )

const threadId = (key: string) => uuidOf('cast', 'thread', key)
const messageId = (key: string, place: number) => uuidOf('cast', 'message', key, String(place))

/** Two of one minute keep their order. */
const sentAtOf = (today: Day, { ago, at }: CastMessage, place: number): Date =>
  new Date(instantOf(addDays(today, -ago), at, cast.practice.zone).getTime() + place)

const nextVisit = (stops: readonly StopRows[], clientId: string, today: Day): string | null =>
  stops
    .filter(({ visit }) => visit.client_id === clientId && visit.on_day > today)
    .sort((a, b) => (a.visit.on_day < b.visit.on_day ? -1 : 1))[0]?.visit.id ?? null
