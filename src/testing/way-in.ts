import { codeSender } from '#features/records/guests/server/sending-codes.ts'
import { takeAsks } from '#features/records/guests/server/take-asks.ts'
import { currentTime } from '#lib/clock.ts'
import type { App } from '#platform/server/http/http.ts'
import type { Delivery, Outgoing } from '#platform/server/sending/delivery.ts'
import type { Carriers } from '#platform/server/sending/sending.ts'
import { Tries } from '#platform/server/tries.ts'

/** The code in a message. */
export const codeIn = (body: string | undefined) =>
  /\b(\d{4}) (\d{4})\b/
    .exec(body ?? '')
    ?.slice(1)
    .join('') ?? ''
/** What a link of a message carries. */
export const linkIn = (body: string | undefined) => /#([\w-]{20,})/.exec(body ?? '')?.[1] ?? ''

/** What would leave, and how each delivery ends. */
export function keepingCarriers(answer: () => Delivery = () => ({ state: 'sent', reference: null })) {
  const sent: (Outgoing & { channel: 'sms' | 'email' })[] = []
  const carry = (channel: 'sms' | 'email') => async (message: Outgoing) => {
    sent.push({ ...message, channel })
    return answer()
  }
  const carriers: Carriers = { sms: carry('sms'), email: carry('email'), push: async () => ({ state: 'simulated' }) }
  return { sent, carriers }
}

/** As the worker does each second: sends what is due. Returns how many requests were due. */
export async function sendDue(
  app: App,
  carriers: Carriers,
  log: { warn: (details: object, message: string) => void } = { warn: () => {} },
): Promise<number> {
  const { vault, keyedHash, origin, mode } = app.setup
  const isTestVersion = mode === 'test'
  const send = codeSender({ db: app.db, vault, keyedHash, tries: new Tries(app.db), carriers, origin, isTestVersion, log })
  const due = await takeAsks(app.db, currentTime())
  for (const id of due) await send(id)
  return due.length
}
