import type { NoticeState } from '#features/core/notices/contract.ts'
import type { LoneTimer, LoneWhyNot } from '#features/day/lone/contract.ts'
import { addDays, type Day, dayOf, instantOf, timeOf, type WallTime } from '#lib/dates.ts'

/** Design, product.md: not answered for ten minutes, one text goes. */
export const TEXT_AFTER_MINUTES = 10
/** It rings at its time, and once more halfway to the text: a telephone in a pocket is missed easily. */
export const RING_AFTER_MINUTES = [0, 5] as const
/** A working day at most; a longer one is a slip of the finger. */
const LONGEST_HOURS = 12

/** Where the contact answers; the token follows. */
export const LONE_PATH = '/lone-worker/'

/** Why it is not offered, as a sentence. */
export const WHY_NOT: Readonly<Record<LoneWhyNot, string>> = {
  test_version: 'The lone-worker timer isn’t offered in the test version: no text leaves it.',
  plan_ended: 'The lone-worker timer isn’t offered because your plan has ended.',
  no_texts: 'The lone-worker timer isn’t offered because this server sends no texts.',
}

/** The next moment at which a clock of the zone shows a time, within the hours a timer may run; undefined when that is too far off. */
export function nextAt(time: WallTime, now: Date, zone: string): Date | undefined {
  const today = dayOf(now, zone)
  const on = (day: Day) => instantOf(day, time, zone)
  const next = on(today) > now ? on(today) : on(addDays(today, 1))
  return next.getTime() - now.getTime() <= LONGEST_HOURS * 3_600_000 ? next : undefined
}

/**
 * The status of a timer. `ringing`: its time has come, and no one is texted yet. `texting`: the text is on its way, or tried again.
 * `texted`: it left, or may have. `failed`: it could not be sent. `off`: it was stopped without an answer, because the contact withdrew
 * their yes.
 */
export type LoneStage = 'on' | 'ringing' | 'texting' | 'texted' | 'failed' | 'answered' | 'off'

export function loneStage({ ringAt, textAt, answeredAt, text }: LoneTimer, now: number): LoneStage {
  if (text.state === 'cancelled') return answeredAt ? 'answered' : 'off'
  if (text.state === 'failed' || text.state === 'undelivered') return 'failed'
  if (text.state === 'sending') return 'texting'
  if (!WAITS.includes(text.state)) return 'texted'
  if (now >= Date.parse(textAt) || text.tries > 0) return 'texting'
  return now >= Date.parse(ringAt) ? 'ringing' : 'on'
}

const WAITS: readonly NoticeState[] = ['held', 'queued']

/** Whether a text has left, or may have: only an answer ends such a timer. */
export const hasLeft = (state: NoticeState): boolean => !NEVER_CAME.includes(state) && !WAITS.includes(state)

const NEVER_CAME: readonly NoticeState[] = ['cancelled', 'failed', 'undelivered']

type LoneWords = {
  member: string
  contact: string
  practice: string
  place: string
  map: string | null
  /** Of the member. */
  phone: string | null
  ringAt: Date
  textAt: Date
  zone: string
}

/** The text with the question whether its recipient agrees. */
export const askWords = ({ member, practice }: Pick<LoneWords, 'member' | 'practice'>, link: string): string =>
  `${member} asks you: if they are alone at a visit and don't answer their timer, may one text with the place come to you? No text comes unless you say yes.\nYes or no: ${link}\n${practice}`

/** What rings the member. */
export const ringWords = ({ contact, ringAt, textAt, zone }: LoneWords): string =>
  `You asked to be rung at ${timeOf(ringAt, zone)}. Press I'm OK, or ${contact} is texted at ${timeOf(textAt, zone)}.`

/** The one text to the contact. It makes plain that no one else has been notified. */
export const textWords = ({ member, practice, place, map, phone, ringAt, zone }: LoneWords): string =>
  [
    `${member} asked to be rung at ${timeOf(ringAt, zone)} and hasn't answered. They were at: ${place}`,
    map && `Map: ${map}`,
    `Please ring them${phone ? ` on ${phone}` : ''}. Nobody else has been told: if you can't reach them, go there, or ring 999.`,
    practice,
  ]
    .filter(Boolean)
    .join('\n')
