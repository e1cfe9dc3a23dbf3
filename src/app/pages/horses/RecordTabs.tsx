import { lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { HorseGallery } from '#app/pages/horses/HorseGallery.tsx'
import { HorseTimeline } from '#app/pages/horses/HorseTimeline.tsx'
import { FilesPanel } from '#features/evidence/files/web/FilesPanel.tsx'
import { VoiceNotesPanel } from '#features/evidence/voice/web/VoiceNotesPanel.tsx'
import { HorseChargesCard } from '#features/ledger/invoices/web/HorseChargesCard.tsx'
import { ClientLink } from '#features/records/clients/web/ClientLink.tsx'
import { CyclePanel } from '#features/records/horses/web/CyclePanel.tsx'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { AgreedPricesCard } from '#features/records/prices/web/AgreedPricesCard.tsx'
import { CareNotesCard } from '#features/visits/care/web/CareNotesCard.tsx'
import { HorseTasksCard } from '#features/visits/tasks/web/HorseTasksCard.tsx'
import { dayAndYear } from '#lib/dates.ts'
import { callLink } from '#platform/web/device/outside.ts'
import { Facts } from '#ui/Facts.tsx'
import { Tabs } from '#ui/Tabs.tsx'

const FIRST_TAB = 'timeline'
/* With the cache of the server's answers, which nothing else of the record needs. */
const SeenByCard = lazy(() => import('#features/records/guests/web/SeenByCard.tsx').then((module) => ({ default: module.SeenByCard })))
const PhotoConsentsOf = lazy(() => import('#app/pages/PhotoConsentsOf.tsx').then((module) => ({ default: module.PhotoConsentsOf })))
const SharesCard = lazy(() => import('#features/records/guests/web/SharesCard.tsx').then((module) => ({ default: module.SharesCard })))
const ProfessionalServicesCard = lazy(() =>
  import('#features/records/guests/web/ProfessionalServicesCard.tsx').then((module) => ({ default: module.ProfessionalServicesCard })),
)

/** Spec §2 Horses, Multimedia and Notes: what is kept of a horse, in parts. Named in the address (`?tab=photos`), so that a link opens one; another horse of the list opens on the same. */
export function RecordTabs({ horse, mayChange }: { horse: KnownHorse; mayChange: boolean }) {
  const [tab = FIRST_TAB, setTab] = useTab()
  const ofFiles = { id: horse.id, name: horse.name, ownerName: horse.client?.name ?? null, vetName: horse.vetName }
  const tabs = [
    { value: FIRST_TAB, label: 'Timeline', content: <HorseTimeline horse={horse} /> },
    { value: 'photos', label: 'Photos', content: <HorseGallery horse={horse} onAdd={() => setTab('files')} /> },
    { value: 'files', label: 'Files', content: <FilesPanel horse={ofFiles} /> },
    { value: 'voice', label: 'Voice', content: <VoiceNotesPanel horse={horse} /> },
    { value: 'details', label: 'Details', content: <Details horse={horse} mayChange={mayChange} /> },
  ]
  const known = tabs.some(({ value }) => value === tab) ? tab : FIRST_TAB
  return (
    // Nearer to each other than elsewhere: five are side by side in the narrowest panel.
    <section aria-labelledby="multimedia" className="[&_[role=tablist]]:gap-3">
      <h3 id="multimedia" className="sr-only">
        Multimedia and Notes
      </h3>
      <Tabs label={`About ${horse.name}`} value={known} onChange={setTab} tabs={tabs} />
    </section>
  )
}

function useTab(): [tab: string | undefined, setTab: (tab: string) => void] {
  const [params, setParams] = useSearchParams()
  const setTab = (tab: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (tab === FIRST_TAB) after.delete('tab')
        else after.set('tab', tab)
        return after
      },
      { replace: true },
    )
  return [params.get('tab') ?? undefined, setTab]
}

const Details = ({ horse, mayChange }: { horse: KnownHorse; mayChange: boolean }) => (
  <div className="grid gap-4">
    <CareNotesCard horseId={horse.id} />
    <HorseTasksCard horse={horse} />
    <CyclePanel horse={horse} mayChange={mayChange} bar={false} />
    <Facts
      facts={[
        ['Temperament', horse.flags.length === 0 && horse.temperament],
        ['Markings', horse.markings],
        ['Paid by', horse.payerClientId && <ClientLink id={horse.payerClientId} />],
        ['Vet', horse.vetName],
        ["Vet's phone", horse.vetPhone && <PhoneLink number={horse.vetPhone} />],
        ['UELN', horse.ueln],
        ['Microchip', horse.microchip],
        ['Passport', horse.passportSeenOn ? `Seen ${dayAndYear(horse.passportSeenOn)}` : 'Not seen yet'],
      ]}
    />
    <Owners horse={horse} />
    <AgreedPricesCard whose={{ ...horse, kind: 'horse' }} />
    <HorseChargesCard horseId={horse.id} />
    <Suspense>
      <ProfessionalServicesCard horse={horse} />
      <PhotoConsentsOf clientId={horse.clientId} horseId={horse.id} />
      <SharesCard horseId={horse.id} />
      <SeenByCard of={{ horseId: horse.id }} />
    </Suspense>
  </div>
)

/** Everyone whose it was, with dates. */
const Owners = ({ horse }: { horse: KnownHorse }) => (
  <section aria-label="Owners">
    <h3 className="text-16">Owners</h3>
    <ul className="mt-1 grid gap-1">
      {horse.owners.toReversed().map(({ clientId, fromOn, toOn, brings }) => (
        <li key={`${clientId} ${fromOn}`} className="flex flex-wrap justify-between gap-x-4">
          <ClientLink id={clientId} otherwise="No longer on record" />
          <span className="text-ink-2">
            {toOn === null
              ? `since ${dayAndYear(fromOn)}`
              : fromOn === toOn
                ? `until ${dayAndYear(toOn)}`
                : `${dayAndYear(fromOn)} to ${dayAndYear(toOn)}`}
          </span>
          {brings && <span className="w-full text-14 text-ink-2">{BROUGHT[brings]}</span>}
        </li>
      ))}
    </ul>
  </section>
)

const BROUGHT = {
  record: 'Reads the foot record of the time before',
  all: 'Reads the foot record of the time before, with photos and files',
} as const

const PhoneLink = ({ number }: { number: string }) => (
  <a {...callLink(number)} className="link">
    {number}
  </a>
)
