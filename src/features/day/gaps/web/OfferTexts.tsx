import { wordingFor, wordsOf } from '#features/core/notices/rules.ts'
import type { CurrentUser, PracticeSettings } from '#features/core/practice/contract.ts'
import { sendingOf, settingsFrom } from '#features/core/practice/rules.ts'
import { OFFER_PATH } from '#features/day/gaps/offer-page.ts'
import { type Candidate, fitting, offerFields, type Slot } from '#features/day/gaps/rules.ts'
import { greetingNameOf } from '#features/records/clients/rules.ts'
import { shortPath } from '#lib/short-links.ts'
import { useSession } from '#platform/web/session/session.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** Every text as it will go. */
export function OfferTexts({ slot, chosen }: { slot: Slot; chosen: readonly Candidate[] }) {
  const practice = useSession<CurrentUser>().user?.practice
  const settings = settingsFrom(useRows<PracticeSettings>('settings')?.[0])
  const textTo = ({ client, horses }: Candidate) => {
    const names = fitting(horses, slot).map(({ name }) => name)
    const fields = {
      ...offerFields({ onDay: slot.day, localStart: slot.start }, names),
      answer: location.origin + shortPath(`${OFFER_PATH}...`),
    }
    const envelope = { practiceName: practice?.name ?? '', zone: practice?.zone ?? 'Europe/London', optOut: sendingOf(settings).optOutLine }
    return wordsOf('offer', {
      recipient: client.name,
      firstName: greetingNameOf(client),
      ...envelope,
      ...wordingFor('offer', settings),
      fields,
    }).body
  }
  return (
    <section aria-label="Texts" className="grid gap-2">
      <h2 className="text-16">{chosen.length === 1 ? 'One text' : `${chosen.length} texts`}</h2>
      {chosen.map((one) => (
        <div key={one.key}>
          <h3 className="text-14 font-medium text-ink-2">{one.client.name}</h3>
          <p className="w-fit max-w-full rounded-lg rounded-tl-sm border border-dashed border-line-2 bg-sunken px-3 py-2 break-words whitespace-pre-line">
            {textTo(one)}
          </p>
        </div>
      ))}
      <p className="text-14 text-ink-2">Each owner gets their own link. Anyone who isn't first is told it's gone.</p>
    </section>
  )
}
