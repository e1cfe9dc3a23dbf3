import { useState } from 'react'
import { type RoundFacts, wordingFor, wordsOf } from '#features/core/notices/rules.ts'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { settingsFrom } from '#features/core/practice/rules.ts'
import type { RoundStop } from '#features/day/round/round-day.ts'
import { isReached } from '#features/day/round/web/recipients.ts'
import type { Client, SmsPreferences } from '#features/records/clients/contract.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import { useKinds } from '#features/records/kinds/web/use-kinds.ts'
import { titleForOwner, wordsOf as visitWords } from '#features/visits/appointments/rules.ts'
import { shortPath } from '#lib/short-links.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A message to the owners of a round. */
export type RoundMessage = { kind: 'late' | 'not_reached'; reason: string; lateMinutes?: number }
/** One text before it goes; `body` null: why there is none. */
export type TextToGo = { clientId: string; name: string; stop: RoundStop; body: string | null; why: string | null }
export type Texts = {
  all: readonly TextToGo[]
  /** The recipients of a text, and the visit of each. */
  chosen: readonly { appointmentId: string; clientId: string }[]
  choose: (clientId: string, isChosen: boolean) => void
}

/** Every text that would go to the owners of these stops, word for word: one to each of them, however many stops they have. */
export function useTexts(message: RoundMessage, stops: readonly RoundStop[]): Texts {
  const user = useSession<CurrentUser>().user
  const { labelOf } = useKinds()
  const settings = settingsFrom(useRows<PracticeSettings>('settings')?.[0])
  const preferences = useRows<SmsPreferences>('sms_preferences')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const envelope = { practiceName: user?.practice.name ?? '', zone: user?.practice.zone ?? 'Europe/London' }
  const about: RoundFacts = { reason: message.reason, ...(message.lateMinutes && { lateMinutes: message.lateMinutes }) }
  const wantsNone = (client: Client) => preferences?.some((row) => row.clientId === client.id && !row.enableUpdates) ?? false
  const textTo = (owner: Client, stop: RoundStop): TextToGo => {
    const named = { clientId: owner.id, name: owner.name, stop }
    const why = wantsNone(owner) ? "Doesn't want texts about changes" : isReached(owner) ? null : 'No way to text them'
    if (why) return { ...named, body: null, why }
    const visit = { ...visitWords(stop.visit), title: titleOf(stop, owner, labelOf) }
    const link = message.kind === 'late' ? { link: location.origin + shortPath('/call-status?client=...') } : {}
    const facts = {
      recipient: owner.name,
      firstName: greetingNameOf(owner),
      ...envelope,
      ...wordingFor(message.kind, settings),
      ...about,
      ...link,
      visit,
    }
    return { ...named, body: wordsOf(message.kind, facts).body, why: null }
  }
  const all = oncePerOwner(
    stops.filter((stop) => stop.visit.status !== 'pencilled').flatMap((stop) => stop.owners.map((owner) => textTo(owner, stop))),
  )
  const chosen = all
    .filter((text) => text.body !== null && !left.has(text.clientId))
    .map(({ clientId, stop }) => ({ appointmentId: stop.visit.id, clientId }))
  return {
    all,
    chosen,
    choose: (clientId, isChosen) => setLeft(new Set([...[...left].filter((other) => other !== clientId), ...(isChosen ? [] : [clientId])])),
  }
}

const oncePerOwner = (texts: readonly TextToGo[]) =>
  [...new Map(texts.toReversed().map((text) => [text.clientId, text])).values()].toReversed()

const titleOf = (stop: RoundStop, owner: Client, labelOf: (serviceType: string) => string) =>
  titleForOwner(
    stop.visit,
    stop.horses.map(({ line, name }) => ({ clientId: line.clientId, plannedWork: line.plannedWork && labelOf(line.plannedWork), name })),
    owner.id,
  )
