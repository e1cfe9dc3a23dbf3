import type { NoticeState } from '#features/core/notices/contract.ts'
import type { LoneContact, LoneTimer, LoneWorker } from '#features/day/lone/contract.ts'
import { loneStage } from '#features/day/lone/rules.ts'
import { timeOf } from '#lib/dates.ts'

/** The words of a timer whose setting the server has not answered. */
export const NOT_ON = 'Not on: no signal'

/** Whether a timer still wants an answer: it is on, or what it did is not answered yet. */
export function wantsAnswer(timer: LoneTimer | null, now: number): timer is LoneTimer {
  if (!timer || timer.answeredAt) return false
  const stage = loneStage(timer, now)
  return stage !== 'answered' && stage !== 'off'
}

/** A timer in one line. */
export function timerWords(timer: LoneTimer, now: number, zone: string): string {
  const { contactName, ringAt, textAt, text } = timer
  switch (loneStage(timer, now)) {
    case 'on':
      return `On, rings at ${timeOf(ringAt, zone)}`
    case 'ringing':
      return `Ringing: ${contactName} is texted at ${timeOf(textAt, zone)}`
    case 'texting':
      return `The text to ${contactName} is going`
    case 'texted':
      return text.state === 'unknown'
        ? `The text to ${contactName} may have gone`
        : `Text sent to ${contactName} at ${timeOf(text.at, zone)}${DELIVERED[text.state] ?? ''}`
    case 'failed':
      return `The text to ${contactName} wasn't delivered: ring somebody yourself`
    case 'answered':
      return 'Off'
    case 'off':
      return `Off: ${contactName} no longer takes the text`
  }
}

/* Its moment is the receipt's then, which comes within seconds. */
const DELIVERED: Partial<Record<NoticeState, string>> = { delivered: ', delivered' }

/** How far the question to a contact has got; undefined once they agreed. */
export function contactWords({ name, agreedAt, refusedAt, ask }: LoneContact): string | undefined {
  if (agreedAt) return undefined
  if (refusedAt) return `${name} said no`
  if (ask === 'failed' || ask === 'undelivered' || ask === 'cancelled') return `The question to ${name} wasn't delivered`
  return `Waiting for ${name} to say yes`
}

/** The whole of it in one line, for the row on a stop. */
export function loneWords({ contact, timer }: LoneWorker, now: number, zone: string): string {
  if (wantsAnswer(timer, now)) return timerWords(timer, now, zone)
  if (!contact) return 'Off'
  return contactWords(contact) ?? 'Off'
}
